// Pictures that agents were shown, kept as long as their sessions.
#pragma once

#include "async/task_group.hpp"
#include "service/jobs/picture_store.hpp"

#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace thimble::service {

/// Home thread. A picture is known by its session and the job that it comes from. It is written
/// beside whatever the agent does: until then, and where it cannot be kept, it is there as
/// long as its job's.
class session_pictures {
public:
    session_pictures(const boost::asio::any_io_executor& home,
                     std::unique_ptr<picture_store> kept_in,
                     std::shared_ptr<spdlog::logger> log);

    /// Before close().
    void keep_soon(std::string account_id,
                   const std::string& session_id,
                   const std::string& job_id,
                   std::shared_ptr<const screen::bytes> content);

    /// nullptr when it is not there, or not there any more.
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>>
    load(std::string account_id, const std::string& session_id, const std::string& job_id);

    /// Asked for a picture of the account by its name where it is not here: another node of the
    /// service may have it. Before the service starts.
    using elsewhere = std::function<boost::asio::awaitable<std::shared_ptr<const screen::bytes>>(
        std::string account_id, std::string name)>;
    void look_elsewhere(elsewhere others) { elsewhere_ = std::move(others); }

    /// The answer to another node.
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> load_named(std::string account_id,
                                                                            std::string name)
    {
        return kept_in_->load(std::move(account_id), std::move(name));
    }

    /// Lets go what is too old, or too much.
    boost::asio::awaitable<void> prune();

    /// Returns when everything is written.
    boost::asio::awaitable<void> close();

private:
    boost::asio::awaitable<void>
    keep(std::string account_id, std::string name, std::shared_ptr<const screen::bytes> content);

    std::unique_ptr<picture_store> kept_in_;
    elsewhere elsewhere_;
    async::task_group tasks_;
};

} // namespace thimble::service
