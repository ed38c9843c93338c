// One finger at one place: down and up, once or several times.
#pragma once

#include "gesture/touch_path.hpp"

namespace thimble::gesture {

/// Time that a tap stays down: below 30 ms a press may be ignored, from 500 ms on it is a long
/// press.
constexpr std::chrono::milliseconds tap_hold{50};

/// Time that the finger is up between the taps of a series: a phone takes taps for single ones from
/// about 350 ms on, and may miss a finger that was hardly up.
constexpr std::chrono::milliseconds tap_gap{80};

touch_path tap(point where);
touch_path double_tap(point where);
touch_path triple_tap(point where);

/// Down for exactly `hold`. From 500 ms on, a phone takes it as a long press.
touch_path tap_and_hold(point where, std::chrono::milliseconds hold);

} // namespace thimble::gesture
