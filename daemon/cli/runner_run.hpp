// `thimbled runner stop` and `thimbled runner start`.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Asks the thimbled that drives the phone, and prints what it says: for a person, or JSON. Returns
/// the process's exit code: exit_unavailable where none runs.
int run_runner_switch(const options& given, const service::environment& variables);

} // namespace thimble::daemon
