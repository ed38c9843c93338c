// `thimbled sign-in`: a link for the browser of whoever may use the running thimbled.
#pragma once

#include "program/environment.hpp"

namespace thimble::daemon {

/// Prints a link of each running thimbled that serves pages. Returns the process's exit code:
/// exit_failed when there is none.
int run_sign_in(const service::environment& variables);

} // namespace thimble::daemon
