// A fleet in this process that finds the virtual phones of another one.
#pragma once

#include "device/fleet/fleet.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>

#include <functional>
#include <memory>
#include <string>

namespace thimble::tests {

/// Finds the phones of `world`; the environment says where they are from then on.
class attached_fleet {
public:
    explicit attached_fleet(const e2e::virtual_phones& world, device::fleet_options options = {});
    attached_fleet(const attached_fleet&) = delete;
    attached_fleet& operator=(const attached_fleet&) = delete;
    ~attached_fleet();

    /// Runs until the condition holds; whether it did within `limit` (longer under sanitizers).
    bool until(std::chrono::milliseconds limit, const std::function<bool()>& condition);

    /// Runs for as long as that.
    void run_for(std::chrono::milliseconds time) { context_.run_for(time); }

    /// The phone, or nullptr while it is not attached.
    std::shared_ptr<device::phone> phone(const e2e::virtual_phone& which) const;

    /// "" when it is ready, the first blocker's code when it is not, "DETACHED" without it.
    std::string state(const e2e::virtual_phone& which) const;
    bool until_state(const e2e::virtual_phone& which,
                     const std::string& state,
                     std::chrono::milliseconds limit = std::chrono::seconds(10));

    /// A phone offers pictures only once its runner or screenshotr has been asked; what lockdown
    /// says may have blocked it before.
    bool until_frames(const e2e::virtual_phone& which);

    device::result<device::captured_frame> capture(const e2e::virtual_phone& which);
    device::result<void> play(const e2e::virtual_phone& which, gesture::touch_path path);
    device::result<void> press_home(const e2e::virtual_phone& which);

    boost::asio::io_context& context() { return context_; }
    device::fleet& fleet() { return *fleet_; }
    int changes() const { return changes_; }

private:
    boost::asio::io_context context_;
    boost::asio::cancellation_signal stop_;
    std::unique_ptr<device::fleet> fleet_;
    bool ended_ = false;
    int changes_ = 0;
};

} // namespace thimble::tests
