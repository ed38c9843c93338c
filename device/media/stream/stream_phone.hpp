// The open tunnel of a phone, as far as its video needs it.
#pragma once

#include "device/coredevice/core_device.hpp"
#include "device/tunnel/datagram_port.hpp"

#include <functional>
#include <memory>
#include <string>

namespace thimble::device::media {

struct stream_phone {
    /// A port of this computer, open as long as it is kept.
    struct port {
        std::uint16_t number = 0;
        std::shared_ptr<const void> kept;
    };

    coredevice::core_device& services;
    std::function<result<port>(tunnel::datagram_handler)> open_port;

    std::string host_address; // in the tunnel
    std::string phone_address;
};

} // namespace thimble::device::media
