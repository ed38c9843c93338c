// `thimbled --debug 'ACTION ARGS'`: one action on the attached phone, without a server.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Asks the thimbled that drives the phone; where there is none, drives it for the one action.
/// Prints one JSON object on stdout, everything else on stderr. Returns the process's exit code.
int run_debug(const options& given, const service::environment& variables);

} // namespace thimble::daemon
