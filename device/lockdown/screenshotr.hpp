// Pictures by the phone's own screenshot service, which iOS has up to version 16.
#pragma once

#include "device/capability.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <memory>

namespace thimble::device {

/// Home thread. Needs the developer image, and no driver on the phone. The connection is kept: its
/// making costs 200 ms, a picture over it a few. The picture is as the panel has it, portrait.
class screenshotr final : public frame_source {
public:
    screenshotr(boost::asio::any_io_executor home, call_count under_way, attachment where);
    ~screenshotr() override;

    boost::asio::awaitable<result<captured_frame>> capture() override;

    /// Takes a picture where none has been taken yet; whether that is possible.
    boost::asio::awaitable<bool> probe();

    bool available() const { return available_; }

private:
    struct client;

    attachment where_;
    blocking_client calls_;
    std::shared_ptr<client> client_; // shared with a call that may have been left behind
    bool available_ = false;
};

} // namespace thimble::device
