// A straight way for a finger, of a given length, that stays on the panel.
#pragma once

#include "gesture/panel.hpp"

#include <cstdint>

namespace thimble::gesture {

/// The finger's movement: up moves further down a list.
enum class direction : std::uint8_t { up, down, left, right };

struct line {
    point from;
    point to;
    bool shaped = false; // not what was asked for
};

/// Begins at `from`. Where the panel ends sooner than `length`, the line ends at the margin; where
/// fewer than half of it would be left, its beginning moves back as well.
line line_towards(point from, direction towards, double length, bounds panel);

} // namespace thimble::gesture
