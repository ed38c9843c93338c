// Keeps a link to the service, as long as it is wanted.
#pragma once

#include "async/signal.hpp"
#include "daemon/report/link_status.hpp"
#include "daemon/uplink/link_session.hpp"
#include "daemon/uplink/reconnect.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <memory>
#include <random>
#include <string>

namespace thimble::daemon {

/// Home thread.
class link_client {
public:
    /// `token` is asked for at each attempt: a desktop may have enrolled anew.
    link_client(link_context around, std::function<std::string()> token, reconnect_limits back_off);

    /// Connects, again and again, until it is cancelled. While a person has to do something it
    /// waits for retry_now().
    boost::asio::awaitable<void> run();

    /// A phone has changed.
    void phone_changed(const link::phone_state& phone);

    /// The reasons that keep this computer from having phones are others than before.
    void host_changed(const std::vector<link::blocker>& blockers);

    /// A person has done something: waits no longer.
    void retry_now();

    /// Tells the service that this end goes, once what it did is settled, or after a while.
    boost::asio::awaitable<void> shut_down();

    link_status status() const;

private:
    boost::asio::awaitable<disconnect_reason> attempt();
    boost::asio::awaitable<void> wait_for(std::optional<std::chrono::milliseconds> time);
    void enter(link_state state, std::string problem = {});
    void note(const disconnect_reason& how);

    link_context context_;
    std::function<std::string()> token_;
    reconnect back_off_;
    std::unique_ptr<link_session> link_; // while there is one, or an attempt
    link_status now_;
    bool leaving_ = false;
    bool retry_ = false;
    async::signal changed_;
    async::signal* waiting_ = nullptr; // for the next attempt, in wait_for()
    std::mt19937 chance_{std::random_device{}()};
};

} // namespace thimble::daemon
