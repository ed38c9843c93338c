// Asks a running thimbled over its control socket.
#pragma once

#include "daemon/control/control_message.hpp"

#include <chrono>
#include <expected>
#include <filesystem>
#include <string>
#include <vector>

namespace thimble::daemon {

/// Blocks for at most `limit`. An error is a sentence: nobody listens, no answer in time, an answer
/// that makes no sense.
std::expected<control_answer, std::string> ask_control(const std::filesystem::path& socket,
                                                       const control_request& what,
                                                       std::chrono::milliseconds limit);

/// The control sockets in the runtime directory on which somebody listens. Sorted by name.
std::vector<std::filesystem::path>
live_control_sockets(const std::filesystem::path& runtime_directory);

} // namespace thimble::daemon
