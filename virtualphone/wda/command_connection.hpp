// One HTTP connection to WebDriverAgent's command port.
#pragma once

#include "virtualphone/phone/device_ports.hpp"
#include "virtualphone/wda/runner_process.hpp"

#include <memory>

namespace thimble::virtualphone::wda {

/// Answers requests in order until the client goes, the runner dies or a request is malformed.
///
/// As the real one does, it keeps the connection open whatever the client says, takes a body by its
/// Content-Length alone, and drops a request that has not arrived whole after 30 s. A body may have
/// 8 MiB here (1 GiB there).
boost::asio::awaitable<void> serve_commands(stream client, std::shared_ptr<runner_process> runner);

} // namespace thimble::virtualphone::wda
