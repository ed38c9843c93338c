// Identifier of the machine's current boot.
#pragma once

#include <string>

namespace thimble::daemon {

/// Another one after each start of the machine: what was written without fsync before that may be
/// gone. On Linux the kernel's own id; elsewhere the time of the start. Empty where neither can be
/// had, which no two machines' starts can be told apart by.
std::string boot_id();

} // namespace thimble::daemon
