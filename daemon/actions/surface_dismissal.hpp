// Closing what the system shows in front.
#pragma once

#include "daemon/actions/perform.hpp"
#include "daemon/actions/screen_state/surfaces.hpp"

namespace thimble::daemon {

/// Closes the surface in front by the gesture, or the button, that pushes surfaces away; a second
/// time, as a native drag, where the first was seen to have had no effect. True when none is left;
/// nothing where the phone cannot be asked.
boost::asio::awaitable<device::result<std::optional<bool>>> push_away(const action_context& on,
                                                                      surface in_front);

/// The surface that is taken to be in front, where nobody sees what is; none where nothing is
/// known.
surface presumed_surface(const action_context& on);

/// Waits for longer than the system's animations take, where nobody sees their end.
boost::asio::awaitable<void> wait_unseen_animation();

/// Closes the presumed surface, if there is one, and waits until it has had time to go.
boost::asio::awaitable<device::result<void>> push_presumed_away(const action_context& on);

} // namespace thimble::daemon
