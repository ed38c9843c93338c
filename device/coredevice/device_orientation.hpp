// Turns the phone, as if a hand did.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <cstdint>
#include <string>

namespace thimble::device::coredevice {

enum class turn_direction : std::uint8_t { left, right };

struct device_orientation {
    std::string current;  // "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight"
    std::string non_flat; // the same, where it does not lie on a table
    bool locked = false;  // so that the interface does not follow

    friend bool operator==(const device_orientation&, const device_orientation&) = default;
};

/// By a quarter. Gives how the phone is held afterwards.
boost::asio::awaitable<result<device_orientation>> turn_device(core_device& of,
                                                               turn_direction where);

} // namespace thimble::device::coredevice
