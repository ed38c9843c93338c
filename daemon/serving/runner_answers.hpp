// Answers of a running thimbled to those who want a phone's runner stopped or kept again.
#pragma once

#include "daemon/control/control_answer.hpp"
#include "daemon/execution/phone_host.hpp"

#include <memory>
#include <string_view>

namespace thimble::daemon {

/// True for the end of a path that such a request has: "runner/stop", "runner/start".
bool is_runner_request(std::string_view name);

/// Home thread. A stop is answered once the runner has ended, after some seconds; a start at once.
/// Where it cannot be done, UNSUPPORTED_ACTION says why, with a `cause`.
boost::asio::awaitable<control_answer>
switch_runner(phone_host& host, std::shared_ptr<device::phone> phone, std::string_view name);

} // namespace thimble::daemon
