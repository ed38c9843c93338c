// The Unix sockets on which the thimbleds of one user can be asked, one a process.
#pragma once

#include <filesystem>
#include <vector>

namespace thimble::daemon {

/// This process's place in the runtime directory.
std::filesystem::path control_socket_in(const std::filesystem::path& runtime_directory);

/// Those of processes that were killed, which could not remove them, go.
void remove_dead_sockets(const std::filesystem::path& runtime_directory);

/// Those on which somebody listens. Sorted by name.
std::vector<std::filesystem::path>
live_control_sockets(const std::filesystem::path& runtime_directory);

} // namespace thimble::daemon
