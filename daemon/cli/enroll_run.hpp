// `thimbled enroll`: makes this desktop known to a service.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Prints the code that a person has to approve, waits until that has happened, and stores who this
/// desktop is; Ctrl-C gives up. The code and the desktop's id go to stdout, everything else to
/// stderr. Returns the process's exit code: exit_failed where nobody approved, the service refused
/// or the desktop has enrolled before; exit_unavailable where the service is not reached.
int run_enroll(const options& given, const service::environment& variables);

} // namespace thimble::daemon
