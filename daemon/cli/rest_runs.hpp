// Commands that the REST API of a running thimbled carries out. Each returns the exit code.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// `thimbled run TASK…`: begins an agent session, tells what the agent does, and asks the person
/// what the agent asks, until it has ended. The first SIGINT or SIGTERM stops the session.
/// exit_failed unless it is completed.
int run_task(const options& given, const service::environment& variables);

/// `thimbled record FILE [SECONDS]`: records the screen until a signal or for so long, and writes
/// the file. exit_cannot_create where that fails; the recording is kept by thimbled then.
int run_recording(const options& given, const service::environment& variables);

} // namespace thimble::daemon
