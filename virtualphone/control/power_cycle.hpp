// A phone that is switched off and on again.
#pragma once

#include "virtualphone/control/control_server.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone {

/// Takes a moment of the phone's time, unplugged. It comes back without a runner, without its
/// developer image, locked if it has a passcode, and plugged in if it was before.
boost::asio::awaitable<void> power_cycle(controlled_phone which, world& around);

} // namespace thimble::virtualphone
