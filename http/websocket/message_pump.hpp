// A socket at work: writes what waits, hands over what comes, ends with a reason.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "http/websocket/outbox.hpp"
#include "http/websocket/socket.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace thimble::service::websocket {

/// Home thread.
class message_pump {
public:
    using receiver = std::function<void(const socket::incoming&)>;

    explicit message_pump(const boost::asio::any_io_executor& home, outbox_limits limits = {});

    outbox& out() noexcept { return out_; }

    struct outcome {
        bool ours = false; // else the other end has closed, or the connection broke
        ended how;
    };

    /// Runs until either end closes. Messages that come after this end has said that it ends are
    /// dropped.
    boost::asio::awaitable<outcome> run(socket& with, receiver on_message);

    /// From within the receiver: nothing more is read for so long. The other end is slowed down by
    /// its full connection.
    void pause_reading(std::chrono::steady_clock::duration time);

    /// Closes it with that reason, before it runs or while it does. The first reason counts.
    void end(std::uint16_t code, std::string text);

private:
    boost::asio::awaitable<void>
    read(socket& from, const receiver& on_message, std::optional<ended>& theirs);
    boost::asio::awaitable<void> until_resumed();
    boost::asio::awaitable<void> write(socket& to);
    boost::asio::awaitable<void> until_told(socket& with);

    outbox out_;
    std::optional<ended> told_;
    std::chrono::steady_clock::time_point resumed_at_; // the next message is not read before
    async::signal changed_;
    async::one_shot_timer close_deadline_;
    async::one_shot_timer resumed_;
};

} // namespace thimble::service::websocket
