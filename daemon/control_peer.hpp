// Peer credentials of a Unix socket.
#pragma once

#include <optional>
#include <sys/types.h>

namespace thimble::daemon {

/// The user of the process that connected, as the kernel knows it. Nothing when it does not tell.
std::optional<uid_t> peer_user(int descriptor);

} // namespace thimble::daemon
