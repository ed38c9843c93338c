// The phones that usbmuxd has now, for programs that look once.
#pragma once

#include "device/usbmux/attached_devices.hpp"

#include <vector>

namespace thimble::device {

/// Each phone once, by USB where it is there. Blocks. Empty where usbmuxd does not run.
std::vector<attachment> list_attached();

} // namespace thimble::device
