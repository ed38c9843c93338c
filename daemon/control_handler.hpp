// Handler of the requests to a running thimbled's control socket.
#pragma once

#include "daemon/control_message.hpp"
#include "daemon/phone_host.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::daemon {

/// Home thread. `host` outlives it; a coroutine that is cancelled ends its action.
boost::asio::awaitable<control_answer> answer_to(control_request what, phone_host& host);

} // namespace thimble::daemon
