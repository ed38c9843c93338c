// Swipes that the system itself answers, most of them from an edge of the panel.
#pragma once

#include "gesture/panel.hpp"

#include <cstdint>

namespace thimble::gesture {

/// Meaning of the bottom edge of a device. Every iPad counts as one with a home indicator, with a
/// home button or without: its edges do the same.
enum class bottom_edge : std::uint8_t { home_indicator, home_button };

/// A swipe belongs to an edge when it begins within a point of it, and still on the panel.
constexpr double edge_inset = 1;

/// A swipe to an edge's surface takes this long: fast enough to count as a swipe, slow enough for a
/// surface that follows the finger.
constexpr std::chrono::milliseconds edge_swipe_time{300};

/// The app switcher needs a finger that has stopped: whatever still moves is thrown home. Longer
/// than any span of time over which a device measures the speed of a finger.
constexpr std::chrono::milliseconds switcher_rest{600};

/// A throw: short, and lifted while it moves.
constexpr std::chrono::milliseconds throw_time{150};

/// From the bottom edge up to the middle, where the finger rests before it lifts. For a home
/// indicator; with a home button, the button is pressed twice.
touch_path app_switcher(bounds panel);

/// Down from the top right corner; with a home button, up from the bottom edge.
touch_path control_center(bounds panel, bottom_edge edge);

/// Down from the top left, beside whatever cuts into the middle of the panel.
touch_path notification_center(bounds panel);

/// Down from the middle of the home screen.
touch_path spotlight(bounds panel);

/// Up from the bottom edge, thrown: leaves a lock screen that asks for nothing, shows the keypad of
/// one that does. For a home indicator; with a home button, the button is pressed.
touch_path unlock_swipe(bounds panel);

/// Up from the bottom edge, thrown: pushes notifications, or whatever else came from above, away.
touch_path dismiss_swipe(bounds panel);

} // namespace thimble::gesture
