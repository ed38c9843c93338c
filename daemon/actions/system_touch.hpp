// Buttons, and swipes that belong to the system rather than to a place that somebody has chosen.
#pragma once

#include "device/phone.hpp"
#include "gesture/system_gestures.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace thimble::daemon {

/// Meaning of the bottom edge of this phone.
gesture::bottom_edge bottom_edge_of(const device::phone& phone);

device::failure no_buttons();

boost::asio::awaitable<device::result<void>> press_button(device::phone& phone,
                                                          device::button which);

using swipe = std::function<gesture::touch_path(gesture::bounds)>;

/// Plays what `swipe` makes for the interface as it stands. Where the interface has turned since it
/// was last looked at, the driver refuses before anything is sent, and the swipe is made anew, a
/// few times at most.
boost::asio::awaitable<device::result<void>> play_swipe(device::phone& phone, swipe made_for);

/// True if the phone has the other way of swiping from an edge.
bool can_drag_natively(device::phone& phone);

/// The same swipe as a drag of the phone's own test framework, for when the path that was played
/// was seen to have had no effect: slower, after a press, and at rest at the end where the swipe
/// rests. Made anew for an interface that has turned, as play_swipe() does.
boost::asio::awaitable<device::result<void>> drag_natively(device::phone& phone, swipe made_for);

} // namespace thimble::daemon
