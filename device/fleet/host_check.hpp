// Check of this machine, no matter which phone: between the USB and usbmuxd.
#pragma once

#include "device/fleet/usb_bus.hpp"
#include "device/phone.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace thimble::device {

/// Number of phones that usbmuxd has by USB; nothing when it does not answer. Blocks: for a worker.
using mux_census = std::function<std::optional<int>()>;
mux_census system_mux_census();

/// Home thread.
class host_check {
public:
    struct options {
        std::shared_ptr<usb_bus> bus; // used by the worker alone
        mux_census census;
        bool mux_named = false; // the environment says where usbmuxd is, so it has to be there
    };

    host_check(boost::asio::any_io_executor home, call_count under_way, options how);

    /// One look. usbmuxd takes a moment for a new phone: one that it does not have is reported at
    /// the third look in a row.
    boost::asio::awaitable<void> look();

    const std::vector<blocker>& blockers() const { return blockers_; }

private:
    struct report {
        std::optional<int> at_mux;
        usb_bus::phones on_usb;
    };

    static report take(const options& how, usb_bus::look depth);
    std::optional<blocker> judge(const report& seen) const;

    blocking_client calls_;
    options how_;
    int looks_missing_ = 0;
    std::vector<blocker> blockers_;
};

} // namespace thimble::device
