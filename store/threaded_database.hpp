// The database on threads of its own: one that writes, two that read.
#pragma once

#include "async/worker.hpp"
#include "store/database.hpp"
#include "store/database_file.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

namespace thimble::service::store {

struct database_options {
    std::chrono::milliseconds limit{5000}; // of one call, its waiting included
    std::size_t longest_queue = 10'000;    // of calls; more are refused, ten times as many behind

    /// Hears how long each awaited call took; may be empty. Home thread.
    std::function<void(access how, std::chrono::steady_clock::duration took)> on_call = {};
};

/// Home thread.
class threaded_database final : public database {
public:
    threaded_database(boost::asio::any_io_executor home,
                      database_file file,
                      database_options options,
                      std::shared_ptr<spdlog::logger> log);

    boost::asio::awaitable<outcome<void>> run(access how, call_terms terms, task work) override;

    void run_behind(task work) override;

    /// Whoever uses it ends: from now on all calls together have so long, and each of them a moment
    /// at least. A database that does not answer would be waited for by one after the other.
    void end_within(std::chrono::milliseconds time);

private:
    /// The thread that a call goes to, and its connection.
    struct place {
        async::worker& thread;
        std::shared_ptr<connection> on;
    };
    place place_for(access how);
    std::chrono::milliseconds limit_of(std::optional<std::chrono::milliseconds> asked) const;

    // Logged here: a client is told no more than that the log says why.
    std::unexpected<problem> failed(problem why);
    std::unexpected<problem> refused();
    void ended(access how, std::chrono::steady_clock::duration took);
    void count_write();
    void checkpoint_if_due();

    /// A file is never away: what it does not do, it fails to do.
    bool has_server() const noexcept { return file_.speaks() == dialect::postgresql; }

    database_file file_;
    database_options options_;
    std::shared_ptr<spdlog::logger> log_;
    std::chrono::steady_clock::time_point next_refusal_logged_{};
    std::chrono::steady_clock::time_point end_by_ = std::chrono::steady_clock::time_point::max();
    std::size_t uncheckpointed_ = 0; // writes
    std::size_t unrestarted_ = 0;    // writes since the log was to begin anew
    /// A reader is at it; its thread says when it is done.
    std::shared_ptr<std::atomic<bool>> checkpointing_ = std::make_shared<std::atomic<bool>>(false);
    async::worker writer_;
    std::array<async::worker, database_file::reader_count> readers_;
};

} // namespace thimble::service::store
