// Jobs that were refused while their rows may yet be committed.
#pragma once

#include "store/database.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Home thread. A write that was given up waiting for is committed later, in its turn. Its job was
/// never sent and its caller was told so, so the rows are deleted behind it. Until no reader can
/// have seen them any more, the job is to be treated as one that does not exist.
class withdrawn_jobs {
public:
    /// The store outlives it.
    withdrawn_jobs(const boost::asio::any_io_executor& home,
                   store::database& store,
                   std::shared_ptr<spdlog::logger> log);

    /// Deletes what was written together with a job. Owns what it uses; may be empty.
    using delete_in_transaction =
        std::function<void(store::transaction&, const std::string& job_id)>;

    /// True when run() has to be started: it is not running, and there is something to delete.
    bool add(std::string account_id, std::string job_id, delete_in_transaction with);

    /// Deletes until nothing is left; tries again after a pause when the store fails. Returns some
    /// seconds after that.
    boost::asio::awaitable<void> run();

    bool contains(const std::string& job_id) const { return rows_.contains(job_id); }
    std::size_t size() const noexcept { return rows_.size(); }

    /// Ends run() after its present attempt. The rest is queued as a last write.
    void stop();

private:
    struct row {
        std::string account_id;
        delete_in_transaction with;
        std::optional<std::chrono::steady_clock::time_point> deleted_at = {};
    };
    using rows = std::map<std::string, row>; // by job id

    static void delete_all(store::transaction& on, const rows& what);
    rows undeleted(std::size_t most) const;
    void note_deleted(const rows& what);
    boost::asio::awaitable<void> pause();
    boost::asio::awaitable<bool> try_to_delete(rows what);

    store::database& store_;
    std::shared_ptr<spdlog::logger> log_;
    boost::asio::steady_timer pause_;
    rows rows_;
    bool running_ = false;
    bool stopped_ = false;
};

} // namespace thimble::service
