// The phone that a command line names, by its UDID.
#pragma once

#include "daemon/settings/options.hpp"

#include <expected>

namespace thimble::daemon {

/// The same options with the UDID of the phone, where a thimbled that runs knows it by the name or
/// id that stands there. Commands that find out by themselves are left as they are. An error is an
/// exit code, and the reason has been said.
std::expected<options, int> with_udid(options given, const service::environment& variables);

} // namespace thimble::daemon
