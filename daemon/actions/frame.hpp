// From a picture of the phone to one that a client gets.
#pragma once

#include "daemon/actions/screen_state/action_context.hpp"
#include "daemon/report/action_result.hpp"

#include <expected>

namespace thimble::daemon {

/// The picture as it is asked for, with the space that it shows. Works on the pool; resumes on the
/// home thread.
boost::asio::awaitable<std::expected<link::frame, refusal>>
make_frame(action_context on, device::captured_frame taken, link::screenshot as);

} // namespace thimble::daemon
