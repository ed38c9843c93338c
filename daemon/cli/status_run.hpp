// `thimbled status`: what the running thimbled is doing.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Prints lines for a person, or one JSON object; each second anew where it is to watch, until
/// SIGINT or SIGTERM. Returns the process's exit code: exit_failed when no thimbled runs, which
/// whoever watches waits for.
int run_status(const options& given, const service::environment& variables);

} // namespace thimble::daemon
