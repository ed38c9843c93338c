// A picture of the phone's screen.
#pragma once

#include "device/coredevice/core_device.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace thimble::device::coredevice {

struct screen_capture {
    std::vector<std::byte> image; // PNG, upright in the orientation of the interface
    std::string format;           // as the phone calls it
};

/// Black while the display is off.
boost::asio::awaitable<result<screen_capture>> capture_screen(core_device& of);

} // namespace thimble::device::coredevice
