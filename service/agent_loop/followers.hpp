// Live followers of the events of sessions.
#pragma once

#include "async/signal.hpp"
#include "contract/failure.hpp"
#include "metrics/metrics.hpp"
#include "service/accounts/account_share.hpp"
#include "service/accounts/accounts.hpp"
#include "service/agent_loop/follower_limits.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <memory>
#include <string>
#include <vector>

namespace thimble::service {

class followers;

/// One of them, for as long as this lives. Home thread.
class follower {
public:
    /// `all` outlives it.
    follower(const boost::asio::any_io_executor& home,
             followers& all,
             account who,
             std::string session_id);
    follower(const follower&) = delete;
    follower& operator=(const follower&) = delete;
    ~follower();

    const account& who() const noexcept { return who_; }
    const std::string& session_id() const noexcept { return session_id_; }

    /// It is to be told nothing more.
    void end();
    boost::asio::awaitable<void> until_ended();

    /// It has not taken what it was told in time, and was cut off.
    void note_too_slow();

private:
    followers& all_;
    account who_;
    std::string session_id_;
    bool ended_ = false;
    async::signal changed_;
};

/// Home thread.
class followers {
public:
    /// `meter` outlives it.
    followers(boost::asio::any_io_executor home,
              metrics& meter,
              follower_limits granted,
              account_count accounts,
              std::shared_ptr<spdlog::logger> log);
    followers(const followers&) = delete;
    followers& operator=(const followers&) = delete;

    /// QUEUE_FULL where so many follow already, or so many of that account, that one more is
    /// refused.
    result<std::unique_ptr<follower>> admit(account who, std::string session_id);

    /// Keys or accounts are other ones than before.
    void accounts_changed(const accounts& now);

    /// This node must not tell anything any more: they may come again, to another one.
    void end_all();

    std::size_t size() const noexcept { return present_.size(); }
    const follower_limits& granted() const noexcept { return limits_; }

    // Of a follower.
    void leave(const follower& who);
    void note_too_slow(const follower& who);

private:
    boost::asio::any_io_executor home_;
    metrics& meter_;
    follower_limits limits_;
    account_count accounts_;
    std::shared_ptr<spdlog::logger> log_;
    std::vector<follower*> present_; // few: no more than the limit
};

} // namespace thimble::service
