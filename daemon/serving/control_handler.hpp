// What a running thimbled answers over its control socket.
#pragma once

#include "daemon/control/control_message.hpp"
#include "daemon/execution/phone_host.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::daemon {

/// Home thread. `host` outlives it; a coroutine that is cancelled ends its action.
boost::asio::awaitable<control_answer> answer_to(control_request what, phone_host& host);

} // namespace thimble::daemon
