// Pictures as the binary messages of a WebSocket.
#pragma once

#include "async/signal.hpp"
#include "http/upgraded_connection.hpp"
#include "http/websocket/message_pump.hpp"
#include "service/live_view/stream_limits.hpp"
#include "service/live_view/viewer.hpp"

#include <memory>
#include <string>

namespace thimble::service {

/// Home thread. A text message says how the pictures after it are to be read; it comes before the
/// first one and whenever any of it but the time of capture changes.
class websocket_viewing final : public http::upgraded_connection {
public:
    websocket_viewing(const boost::asio::any_io_executor& home,
                      std::unique_ptr<viewer> who,
                      std::string phone_id,
                      const stream_limits& granted);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;

private:
    boost::asio::awaitable<void> show();
    void describe(const live_picture& what);

    std::unique_ptr<viewer> viewer_;
    std::string phone_id_;
    websocket::message_pump wire_;
    live_picture_ptr described_; // the last one that a text message was about
    async::signal never_;
};

} // namespace thimble::service
