// `thimbled --local`: service, executor and phones in one process, on loopback.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Serves until SIGINT or SIGTERM, and ends within seconds of it; a second signal ends it at once.
/// Prints address and key on stdout, everything else on stderr. Returns the process's exit code.
int run_local_mode(const options& given, const service::environment& variables);

} // namespace thimble::daemon
