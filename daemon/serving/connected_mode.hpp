// `thimbled --service`: this machine's phones for a service elsewhere.
#pragma once

#include "daemon/settings/options.hpp"

#include <functional>

namespace thimble::daemon {

/// Reader of command line, variables and files as they are now.
using option_reader = std::function<std::expected<options, early_exit>()>;

/// Holds the phones until SIGINT or SIGTERM, and ends within seconds of it; a second signal ends it
/// at once. SIGHUP reads what `read_again` gives, the file of authorities and the enrolment again.
/// Says everything on stderr. Returns the process's exit code: exit_configuration where this
/// desktop has not enrolled with that service.
int run_connected(const options& given,
                  const service::environment& variables,
                  const option_reader& read_again);

} // namespace thimble::daemon
