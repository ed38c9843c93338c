// The thimbled that serves REST at an address.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <sys/types.h>

namespace thimble::daemon {

/// Of this user, this process aside; `address` is "127.0.0.1:8344". Nothing where none says that it
/// serves there. Blocks for a second or so for each that does not answer.
std::optional<pid_t> process_that_serves(const std::filesystem::path& runtime_directory,
                                         std::string_view address);

} // namespace thimble::daemon
