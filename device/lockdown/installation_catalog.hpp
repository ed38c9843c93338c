// The apps of a phone as its installation service lists them.
#pragma once

#include "device/capability.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/blocking_client.hpp"

namespace thimble::device {

/// Home thread. Needs the phone's trust and nothing else: no driver, no unlocked screen. A reading
/// costs 200 ms of handshakes and a few more for each hundred apps.
class installation_catalog final : public app_catalog {
public:
    static constexpr std::size_t most_apps = 2000; // more are not listed

    installation_catalog(boost::asio::any_io_executor home, call_count under_way, attachment where);

    boost::asio::awaitable<result<std::vector<installed_app>>> read() override;

private:
    attachment where_;
    blocking_client calls_;
};

} // namespace thimble::device
