// The events of an account as they happen: as one HTTP answer that does not end ("server-sent
// events"), or as the messages of a WebSocket.
#pragma once

#include "async/signal.hpp"
#include "http/open_body.hpp"
#include "http/upgraded_connection.hpp"
#include "http/websocket/message_pump.hpp"
#include "service/agent_loop/followers.hpp"
#include "service/events/account_events.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service {

/// An event that is none of the log: whoever hears it has missed some, and reads again how things
/// stand.
std::string missed_record(const std::string& id);

/// Home thread. Keeps no events: a client that reads slowly makes nobody else wait, and hears that
/// it has missed some where they are not kept as long.
class event_streaming final : public http::upgraded_connection {
public:
    /// `all` outlives it.
    event_streaming(account_events& all, std::unique_ptr<follower> who, event_start from);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> tell();
    std::string take_news();

    account_events& events_;
    std::unique_ptr<follower> who_;
    event_start next_;
    std::optional<http::open_body> body_; // once it runs
};

/// Home thread. The same as text messages; what the client sends is not read.
class event_channel final : public http::upgraded_connection {
public:
    event_channel(const boost::asio::any_io_executor& home,
                  account_events& all,
                  std::unique_ptr<follower> who,
                  event_start from);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> tell();
    boost::asio::awaitable<void> until_ended();

    account_events& events_;
    std::unique_ptr<follower> who_;
    event_start next_;
    websocket::message_pump wire_;
    async::signal never_;
};

} // namespace thimble::service
