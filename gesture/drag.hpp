// One finger from a place to another, at a speed; with a hold before it moves, what is under the
// finger is lifted and moves along.
#pragma once

#include "gesture/touch_path.hpp"

#include <cstdint>

namespace thimble::gesture {

enum class pace : std::uint8_t { slow, medium, fast };

/// Points a second. Slow gives whatever the finger passes time to react, as a folder that springs
/// open does; medium is a hand that knows where it goes; fast crosses a phone in half a second and
/// is still slower than a flick.
constexpr double slow_pace = 150;
constexpr double medium_pace = 500;
constexpr double fast_pace = 1500;

/// However near the end is, the finger moves for this long: fewer than a handful of frames would be
/// a jump.
constexpr std::chrono::milliseconds shortest_drag{100};

/// Time in which the finger moves between the two places.
std::chrono::milliseconds drag_time(point from, point to, pace how_fast);

/// Moves evenly, then rests for rest_before_lift: it ends at `to` and throws nothing further.
touch_path drag(point from, point to, pace how_fast);

/// Holds still for `hold` first. From 500 ms on, a phone takes that as lifting what is there.
touch_path hold_and_drag(point from, point to, std::chrono::milliseconds hold, pace how_fast);

} // namespace thimble::gesture
