// An action together with what the screen shows of it.
#pragma once

#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

/// Performs the action; when it has succeeded, looks at the screen until it has settled, at most
/// for the stage's patience. The receipt says whether the screen has changed, and the picture is
/// the last one seen. What cannot be seen is unknown: the action has succeeded all the same.
boost::asio::awaitable<performance> perform_observed(stage on, link::action what);

} // namespace thimble::daemon
