// The user at the other end of a Unix socket, as the kernel knows it.
#pragma once

#include <optional>
#include <sys/types.h>

namespace thimble::service::http {

/// The user of the process that connected; nothing when the kernel does not tell.
std::optional<uid_t> peer_user(int descriptor);

} // namespace thimble::service::http
