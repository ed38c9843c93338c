// Protocol versions of the two ends, and the one that they agree on.
#pragma once

#include <cstdint>
#include <string_view>

namespace thimble::link {

/// Version that both ends name in hello and welcome. A later one may change what messages mean;
/// what is only added (messages, fields, features) leaves it as it is.
inline constexpr std::int64_t protocol_version = 1;

/// The WebSocket subprotocol of that version.
inline constexpr std::string_view subprotocol = "thimble.link.1";

inline constexpr std::string_view messages_path = "/v1/link";
inline constexpr std::string_view frames_path = "/v1/link/frames";

/// The header by which the second connection says to which link it belongs: the welcome's epoch.
inline constexpr std::string_view epoch_header = "Thimble-Link-Epoch";

} // namespace thimble::link
