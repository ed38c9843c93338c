// The running thimbled that is to be asked about a phone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace thimble::daemon {

/// The control socket of the process that has the phone: the named one's owner, else whoever has
/// the only phone that is driven, else any thimbled, since each sees every phone. Nothing where
/// none runs.
std::optional<std::filesystem::path> socket_to_ask(const std::filesystem::path& runtime_directory,
                                                   const std::optional<std::string>& udid);

} // namespace thimble::daemon
