// One finger, down and up at one place.
#pragma once

#include "gesture/touch_path.hpp"

namespace thimble::gesture {

/// How long a tap stays down: below 30 ms a press may be ignored, from 500 ms on it is a long
/// press.
constexpr std::chrono::milliseconds tap_hold{50};

touch_path tap(point where);

} // namespace thimble::gesture
