// Opening the lock screen without a passcode.
#pragma once

#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

/// Lights the screen and pushes the lock screen away; true when that was enough. The phone has been
/// woken at least, unless it cannot be asked whether it is locked.
boost::asio::awaitable<device::result<bool>> open_lock_screen(const action_context& on);

/// The reason why the phone is still locked: it takes no passcode for a while, or asks for one.
boost::asio::awaitable<refusal> stays_locked(device::phone& phone);

refusal device_disabled();

} // namespace thimble::daemon
