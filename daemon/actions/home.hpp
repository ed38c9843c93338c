// The home screen, once it was asked for.
#pragma once

#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

/// Presses the home button, where the phone has one, else asks for the home screen.
boost::asio::awaitable<device::result<void>> press_home(device::phone& phone);

/// Presses home, and asks for the home screen where the first press of a home button did no more
/// than close what lies over the app. True when the home screen is in front then; nothing where the
/// phone cannot be asked.
boost::asio::awaitable<device::result<std::optional<bool>>> reach_home(const action_context& on);

} // namespace thimble::daemon
