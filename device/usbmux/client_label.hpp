// Label by which a client introduces itself to the phone's services.
#pragma once

namespace thimble::device {

/// Appears in the phone's own log.
inline constexpr const char* client_label = "thimbled";

} // namespace thimble::device
