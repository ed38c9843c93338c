// The other end of a link without a phone behind it: says hello with one phone, answers heartbeats,
// and calls every command done.
#pragma once

#include "bench/enrolled_desktops.hpp"
#include "http/websocket/socket.hpp"
#include "link/message.hpp"
#include "screen/picture.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::bench {

/// Belongs to the thread that runs `home`.
class simulated_daemon {
public:
    simulated_daemon(boost::asio::any_io_executor home, std::uint16_t port, enrolled_desktop as);

    /// Connects and is welcomed; throws std::runtime_error when it is not. `pictures`: opens the
    /// second connection as well, as thimbled does.
    boost::asio::awaitable<void> link(bool pictures);

    /// Answers until the link ends. Runs after link().
    boost::asio::awaitable<void> live();

    /// Its phone encodes its screen itself; `then` hears of videos that are wanted. Before link().
    void offer_video(std::function<void(const link::stream&)> then) { on_video_ = std::move(then); }

    /// A picture is the answer to each screenshot. Before link().
    void show(screen::picture shown) { shown_ = std::move(shown); }

    /// Over the second connection; false where that is over.
    boost::asio::awaitable<bool> send_frame(std::vector<std::byte> frame);

    const std::string& udid() const noexcept { return udid_; }
    bool linked() const noexcept { return linked_; }
    std::size_t heartbeats() const noexcept { return heartbeats_; }

private:
    using socket = service::websocket::socket;

    boost::asio::awaitable<socket> open(std::string_view path, std::optional<std::int64_t> epoch);
    link::hello hello() const;
    boost::asio::awaitable<bool> answer(const link::message& what);
    boost::asio::awaitable<bool> carry_out(const link::command& what);

    boost::asio::any_io_executor home_;
    std::uint16_t port_;
    enrolled_desktop self_;
    std::string udid_;
    std::optional<socket> messages_;
    std::optional<socket> pictures_;
    std::function<void(const link::stream&)> on_video_;
    screen::picture shown_;
    bool linked_ = false;
    std::size_t heartbeats_ = 0;
};

} // namespace thimble::bench
