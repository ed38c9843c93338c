// The numbers of HTTP/2 that RemoteXPC needs.
#pragma once

#include <cstdint>

namespace thimble::virtualphone::xpc::http2 {

inline constexpr std::uint32_t default_window = 65535;

inline constexpr std::uint8_t data = 0;
inline constexpr std::uint8_t headers = 1;
inline constexpr std::uint8_t priority = 2;
inline constexpr std::uint8_t rst_stream = 3;
inline constexpr std::uint8_t settings = 4;
inline constexpr std::uint8_t ping = 6;
inline constexpr std::uint8_t goaway = 7;
inline constexpr std::uint8_t window_update = 8;
inline constexpr std::uint8_t continuation = 9;

inline constexpr std::uint8_t flag_acknowledges = 1;
inline constexpr std::uint8_t flag_end_headers = 4;
inline constexpr std::uint8_t flag_padded = 8;

inline constexpr unsigned setting_most_streams = 3;
inline constexpr unsigned setting_first_window = 4;

} // namespace thimble::virtualphone::xpc::http2
