// Two fingers about a middle: towards each other, apart, or around it.
#pragma once

#include "gesture/panel.hpp"

#include <cstdint>

namespace thimble::gesture {

enum class pinch_kind : std::uint8_t {
    in,  // together: makes smaller
    out, // apart: makes larger
    clockwise,
    counter_clockwise,
};

/// From the middle to each finger, in points: as near as two fingertips come, and three times that,
/// so that a pinch scales by three and has room nearly everywhere.
constexpr double near_reach = 30;
constexpr double far_reach = 90;

/// The reach of a rotation: its arc is long enough that nobody takes it for a pinch.
constexpr double turn_reach = 75;

/// A quarter of a circle: as far as a hand turns.
constexpr double turn_degrees = 90;

/// An arc is made of straight steps, one for each frame of a panel that draws 60 a second.
constexpr std::chrono::milliseconds arc_step{16};

/// The fingers move for `takes` (from 1 ms), then rest for rest_before_lift, so that nothing turns
/// or grows by momentum. They stand on the line, across or upright, that has more room. Where even
/// that is too little, the middle moves in from the edge; on a panel that is too small for the
/// gesture, the fingers stay nearer to it.
shaped_path pinch(point middle, pinch_kind kind, std::chrono::milliseconds takes, bounds panel);

} // namespace thimble::gesture
