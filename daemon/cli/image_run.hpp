// `thimbled image`: the developer images of this computer, and which phones have one.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// Lists them, mounts them on the phones where no other process does so, or says which phones have
/// one. Returns the process's exit code: exit_failed where a phone that is meant has none
/// afterwards.
int run_image(const options& given, const service::environment& variables);

} // namespace thimble::daemon
