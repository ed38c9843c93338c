// `thimbled runner` and `thimbled app`: apps put on a phone and taken off it.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Changes the one phone that is meant; needs no thimbled that runs, and disturbs none. Progress
/// goes to stderr, the outcome to stdout. Ctrl-C ends the sending. Returns the process's exit code:
/// exit_failed where the phone has not done it for sure.
int run_app(const options& given, const service::environment& variables);

} // namespace thimble::daemon
