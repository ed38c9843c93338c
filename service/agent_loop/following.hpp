// The events of a session as one HTTP answer that goes on as long as the session does
// ("server-sent events").
#pragma once

#include "http/open_body.hpp"
#include "http/upgraded_connection.hpp"
#include "service/agent_loop/agent_sessions.hpp"
#include "service/agent_loop/followers.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// Home thread. Keeps no events: a client that reads slowly makes nobody else wait.
class following final : public http::upgraded_connection {
public:
    /// Tells from the event of index `next` on. `all` outlives it.
    following(agent_sessions& all,
              std::unique_ptr<follower> who,
              const follower_limits& granted,
              std::uint64_t next);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> tell();
    boost::asio::awaitable<std::optional<std::string>> next_events();
    boost::asio::awaitable<bool> write(const std::string& text);

    agent_sessions& runs_;
    std::unique_ptr<follower> who_;
    follower_limits limits_;
    std::uint64_t next_;
    std::optional<http::open_body> body_; // once it runs
};

} // namespace thimble::service
