// The buttons of the phone's case.
#pragma once

#include "async/lane.hpp"
#include "device/coredevice/core_device.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace thimble::device::coredevice {

enum class hardware_button : std::uint8_t { home, lock, volume_up, volume_down, mute, siri };

/// The button that may be down on a phone: it outlives the connections to it.
using held_button = std::shared_ptr<std::optional<hardware_button>>;

/// Home thread; the device outlives it. The phone acknowledges nothing: that it was told is all
/// that is known. Presses follow one another on one connection.
class hardware_buttons {
public:
    /// `settle`: how long a phone drops what it is told on a connection that has just begun.
    /// `down`: what earlier connections have left down.
    hardware_buttons(boost::asio::any_io_executor home,
                     core_device& of,
                     std::chrono::milliseconds settle = std::chrono::milliseconds(0),
                     held_button down = std::make_shared<std::optional<hardware_button>>());

    /// Connects, so that the first press need not wait for that, and lets go what is down.
    boost::asio::awaitable<void> warm_up();

    /// Ends once no press is under way and nothing is down, if the phone can be told: for whoever
    /// ends the connection, or the process.
    boost::asio::awaitable<void> until_let_go();

    /// Holds the button for as long as it is usually held; `home` also wakes the phone, `lock`
    /// does not light it up. A press that has begun goes on to its end when it is cancelled, and
    /// lets the button go even where its first half has failed.
    boost::asio::awaitable<result<void>> press(hardware_button which);

private:
    enum class button_state : std::uint8_t { down = 1, up = 2 };

    boost::asio::awaitable<result<void>> connect();
    boost::asio::awaitable<result<void>> connect_and_settle();
    boost::asio::awaitable<result<void>> go_down_and_up(hardware_button which);
    boost::asio::awaitable<void> let_go();
    boost::asio::awaitable<void> until_up();
    void abort_connection();
    boost::asio::awaitable<result<void>> tell(hardware_button which, button_state what);

    core_device& device_;
    async::lane lane_;
    std::optional<remote_xpc> connection_;
    std::chrono::milliseconds settle_;
    held_button down_;
    std::chrono::steady_clock::time_point settled_at_; // the connection, for presses
};

} // namespace thimble::device::coredevice
