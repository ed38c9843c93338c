// Swipes that belong to the system rather than to a place that somebody has chosen.
#pragma once

#include "device/phone.hpp"
#include "gesture/system_gestures.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>

namespace thimble::daemon {

/// What the bottom edge of this phone means.
gesture::bottom_edge bottom_edge_of(const device::phone& phone);

using swipe = std::function<gesture::touch_path(gesture::bounds)>;

/// Plays what `swipe` makes for the interface as it stands. Where the interface has turned since it
/// was last looked at, the driver refuses before anything is sent, and the swipe is made anew, a
/// few times at most.
boost::asio::awaitable<device::result<void>> play_swipe(device::phone& phone, swipe made_for);

} // namespace thimble::daemon
