// Frames of HTTP/2 (RFC 9113), as far as RemoteXPC uses them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace thimble::device::coredevice::http2 {

enum class frame_type : std::uint8_t {
    data = 0,
    headers = 1,
    priority = 2,
    reset = 3,
    settings = 4,
    push_promise = 5,
    ping = 6,
    go_away = 7,
    window_update = 8,
    continuation = 9,
};

namespace frame_flag {

inline constexpr std::uint8_t acknowledged = 0x1; // of settings and pings
inline constexpr std::uint8_t end_stream = 0x1;
inline constexpr std::uint8_t end_headers = 0x4;
inline constexpr std::uint8_t padded = 0x8;

} // namespace frame_flag

enum class setting : std::uint16_t {
    most_streams = 3,
    initial_window = 4,
    largest_frame = 5,
};

/// Ways in which a peer breaks the protocol; the connection is of no use afterwards.
enum class fault : std::uint8_t {
    frame_size,   // longer than agreed, or of a length that its type cannot have
    flow_control, // a window beyond 2^31 - 1
    protocol,     // anything else that is not allowed
    flood,        // asks for more than it takes
};

std::string_view to_string(fault what);

inline constexpr std::size_t frame_header_bytes = 9;
inline constexpr std::size_t largest_frame = 16'384; // of the payload, where nothing else is agreed

struct frame {
    frame_type type = frame_type::data;
    std::uint8_t flags = 0;
    std::uint32_t stream = 0;
    std::vector<std::byte> payload{};

    bool has(std::uint8_t flag) const noexcept { return (flags & flag) != 0; }

    friend bool operator==(const frame&, const frame&) = default;
};

void encode(std::vector<std::byte>& to,
            frame_type type,
            std::uint8_t flags,
            std::uint32_t stream,
            std::span<const std::byte> payload);

/// Most significant byte first.
void put_word(std::vector<std::byte>& to, std::uint32_t what);
std::uint32_t word(std::span<const std::byte> from); // of at least four bytes

/// Finds the frames in a stream of bytes, however it is cut into pieces.
class frame_reader {
public:
    /// The frames that have become complete. A failure is final.
    std::expected<std::vector<frame>, fault> take(std::span<const std::byte> bytes);

private:
    std::vector<std::byte> begun_; // a frame that has not ended
    std::optional<fault> failed_;
};

} // namespace thimble::device::coredevice::http2
