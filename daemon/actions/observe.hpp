// An action together with what the screen shows of it.
#pragma once

#include "daemon/actions/perform.hpp"

namespace thimble::daemon {

/// Performs the action; when it has succeeded, looks at the screen until that has been still for
/// 200 ms, at most for the action_context's timeout and a picture that is under way by then. The
/// picture is the last one seen, and the receipt says whether the screen has changed since before
/// the action, and where. Anything that cannot be seen is unknown: the action has succeeded all the
/// same.
boost::asio::awaitable<action_outcome> perform_observed(action_context on, link::action what);

} // namespace thimble::daemon
