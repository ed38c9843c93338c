// The edges of the screen from which swipes belong to the system.
#pragma once

#include "virtualphone/os/gestures/touch_recogniser.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"

#include <cstdint>
#include <optional>

namespace thimble::virtualphone {

enum class screen_edge : std::uint8_t {
    bottom,
    top,
    top_right, // where Control Center is; with a home button it is above the bottom
};

/// The edge that a finger is at when it comes down here.
std::optional<screen_edge> edge_at(const screen_layout& screen, place start);

/// True if a finger goes from this edge into the screen, rather than along it.
bool leads_inwards(screen_edge from, place start, place where);

/// Its way inwards, in points.
double way_inwards(screen_edge from, const gesture& end);

/// True if it was let go while it was fast.
bool is_thrown_inwards(screen_edge from, const gesture& end);

} // namespace thimble::virtualphone
