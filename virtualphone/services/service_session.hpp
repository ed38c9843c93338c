// Session of a lockdown service: the phone, the host's connection, the phone's shared state.
#pragma once

#include "virtualphone/channel/property_list_channel.hpp"
#include "virtualphone/coredevice/shared_state.hpp"
#include "virtualphone/services/developer_images.hpp"
#include "virtualphone/services/installed_packages.hpp"
#include "virtualphone/services/notification_center.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace thimble::virtualphone {

/// State that the services of one phone share between connections. Home thread only.
struct service_state {
    service_state()
    {
        core_device.read_file_of_app = [this](const std::string& bundle_id, std::string_view path) {
            return packages.read_file_of_app(bundle_id, path);
        };
    }
    service_state(const service_state&) = delete;
    service_state& operator=(const service_state&) = delete;

    notification_center notifications;
    developer_images images;
    installed_packages packages;
    bool mounter_busy = false; // the image mounter serves one host at a time
    coredevice::shared_state core_device;
    std::function<void()> restart; // switches the phone off and on; may be empty
};

/// One connection. Returning or throwing system_error ends it.
struct service_session {
    phone& device;
    channel& connection;
    property_list_channel host;
    service_state& shared;

    /// The phone's software, brought to the present.
    operating_system& os()
    {
        device.os.advance(device.clock.now());
        return device.os;
    }
};

/// A phone takes a moment to shut down: the host has its answer long before the line goes.
boost::asio::awaitable<void> switch_off(service_session& session);

} // namespace thimble::virtualphone
