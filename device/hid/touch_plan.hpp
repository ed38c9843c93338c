// A touch path as the frames of a touchscreen.
#pragma once

#include "device/failure.hpp"
#include "device/hid/report.hpp"
#include "gesture/touch_path.hpp"
#include "screen/orientation.hpp"

namespace thimble::device::hid {

/// Between two frames while a finger moves, as on a panel that draws 60 a second, and while all of
/// them rest. Times between the samples of a path are divided evenly, so that these are near to it.
constexpr std::chrono::milliseconds moving_step{16};
constexpr std::chrono::milliseconds resting_step{64};

/// A longer gesture is refused.
constexpr std::chrono::minutes longest_touch{10};

/// Frames of the path, whose points are those of `shown`. `unsupported` for more than five fingers
/// at a time, or an interface without a size.
result<report_plan> plan_of(gesture::touch_path path, const screen::interface& shown);

} // namespace thimble::device::hid
