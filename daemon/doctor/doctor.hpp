// `thimbled doctor`: what is wrong, and what to do about it.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Looks for some seconds, prints what it has found, and returns exit_ok when all is well, else
/// exit_failed. Works beside a running thimbled, which it asks about the phones that it drives.
int run_doctor(const options& given, const service::environment& variables);

} // namespace thimble::daemon
