// Start of a thimbled that serves the clients of `thimbled mcp`.
#pragma once

#include "daemon/settings/options.hpp"

#include <expected>
#include <filesystem>
#include <span>
#include <string>
#include <sys/types.h>

namespace thimble::daemon {

struct started_server {
    pid_t process = 0;
    std::filesystem::path log; // what it has to say
};

/// In a session of its own, so that it outlives this process and its terminal. An error is a
/// sentence.
std::expected<started_server, std::string> start_server(const options& given);

/// True if it still runs. Of one that has been started here.
bool is_running(const started_server& what);

} // namespace thimble::daemon
