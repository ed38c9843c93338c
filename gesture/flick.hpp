// One quick movement of a finger that is still moving when it lifts, so that lists go on by
// momentum.
#pragma once

#include "gesture/line.hpp"

namespace thimble::gesture {

/// A flick's length and time: 200 points in 100 ms are 2000 points a second, a fling on any list,
/// while the way is short enough to begin nearly everywhere.
constexpr double flick_length = 200;
constexpr std::chrono::milliseconds flick_time{100};

/// Begins at `from`, and is bent as line_towards() says.
shaped_path flick(point from, direction towards, bounds panel);

} // namespace thimble::gesture
