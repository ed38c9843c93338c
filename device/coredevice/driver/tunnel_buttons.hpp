// The buttons of the phone's case, pressed through its HID service.
#pragma once

#include "device/coredevice/driver/tunnel_keeper.hpp"

#include <chrono>

namespace thimble::device::coredevice {

/// True for a button that can be pressed through the tunnel at all.
bool has_hid_button(button which);

/// The action button is `unsupported`.
class tunnel_buttons final : public button_presser {
public:
    explicit tunnel_buttons(tunnel_keeper& through) : tunnel_(through) {}

    boost::asio::awaitable<result<void>> press(button which) override;
    boost::asio::awaitable<result<void>> press_twice(button which) override;

private:
    boost::asio::awaitable<result<void>> press_once(button which);
    boost::asio::awaitable<void> part_from_last_press() const;

    tunnel_keeper& tunnel_;
    std::chrono::steady_clock::time_point home_pressed_;
};

} // namespace thimble::device::coredevice
