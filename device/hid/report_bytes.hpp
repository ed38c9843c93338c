// Reports as the phone's HID services take them, byte for byte.
#pragma once

#include "device/hid/report.hpp"

#include <cstddef>
#include <vector>

namespace thimble::device::hid {

/// `stamp` counts from any moment; its order and its steps matter. It has 48 bits, which is three
/// days.
std::vector<std::byte> encode(const touch_frame& what, std::chrono::nanoseconds stamp);
std::vector<std::byte> encode(const key_frame& what, std::chrono::nanoseconds stamp);

} // namespace thimble::device::hid
