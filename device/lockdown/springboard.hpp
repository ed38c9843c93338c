// Orientation of the interface in front, as the home screen's own service tells it.
#pragma once

#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <chrono>
#include <memory>
#include <optional>

namespace thimble::device {

/// Home thread. Needs the phone's trust and no driver. The connection is kept: its making costs
/// 200 ms, a question over it a few, and nothing that a driver does waits for it.
class springboard {
public:
    springboard(boost::asio::any_io_executor home, call_count under_way, attachment where);
    ~springboard();

    /// Connects where that has not been done, or has failed some time ago.
    boost::asio::awaitable<void> connect();

    /// The interface's orientation as iOS counts them: 1 portrait, 2 upside down, 3 and 4
    /// landscape. Nothing while the service does not say, or is not connected.
    boost::asio::awaitable<std::optional<int>> orientation();

private:
    struct client;

    boost::asio::awaitable<std::optional<int>> ask(std::chrono::milliseconds limit);

    attachment where_;
    blocking_client calls_;
    std::shared_ptr<client> client_; // shared with a call that may have been left behind
    bool connected_ = false;
    std::chrono::steady_clock::time_point absent_until_;
};

} // namespace thimble::device
