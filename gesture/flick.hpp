// One quick movement of a finger that is still moving when it lifts, so that lists go on by
// momentum.
#pragma once

#include "gesture/panel.hpp"

#include <cstdint>

namespace thimble::gesture {

/// The finger's movement: up moves further down a list.
enum class direction : std::uint8_t { up, down, left, right };

/// A flick's length and time: 200 points in 100 ms are 2000 points a second, a fling on any list,
/// while the way is short enough to begin nearly everywhere.
constexpr double flick_length = 200;
constexpr std::chrono::milliseconds flick_time{100};

/// Begins at `from`. Where the panel ends sooner than flick_length, the flick ends at the margin;
/// where fewer than half of it would be left, its beginning moves back as well.
shaped_path flick(point from, direction towards, bounds panel);

} // namespace thimble::gesture
