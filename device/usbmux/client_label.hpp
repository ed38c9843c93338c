// What the phone's services are told about who asks.
#pragma once

namespace thimble::device {

/// Appears in the phone's own log.
inline constexpr const char* client_label = "thimbled";

} // namespace thimble::device
