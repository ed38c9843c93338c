// A slow movement of one finger: what it moves stops where the finger does.
#pragma once

#include "gesture/line.hpp"

namespace thimble::gesture {

/// As long as a flick, so that one differs from the other by momentum alone.
constexpr double pan_length = 200;

/// Moves evenly for `takes`, then rests for rest_before_lift. Begins at `from`, and is bent as
/// line_towards() says.
shaped_path pan(point from, direction towards, std::chrono::milliseconds takes, bounds panel);

} // namespace thimble::gesture
