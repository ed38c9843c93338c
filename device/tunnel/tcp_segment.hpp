// TCP segments as values.
#pragma once

#include "device/tunnel/ipv6.hpp"
#include "device/tunnel/sequence.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace thimble::device::tunnel {

struct tcp_flags {
    bool fin = false;
    bool syn = false;
    bool rst = false;
    bool psh = false;
    bool ack = false;
};

/// Options other than these two are skipped. Both belong to segments with SYN.
struct tcp_segment {
    static constexpr std::size_t header_bytes = 20;

    std::uint16_t source_port = 0;
    std::uint16_t destination_port = 0;
    sequence number = 0;
    sequence acknowledged = 0;
    tcp_flags flags;
    std::uint16_t window = 0;                   // as on the wire
    std::optional<std::uint16_t> most_bytes{};  // the MSS option
    std::optional<std::uint8_t> window_shift{}; // the window scale option
    std::span<const std::byte> payload{};

    /// Sequence numbers that it takes.
    std::uint32_t length() const
    {
        return static_cast<std::uint32_t>(payload.size()) + (flags.syn ? 1U : 0U) +
               (flags.fin ? 1U : 0U);
    }
};

/// Nothing when it is malformed or its checksum is wrong. `packet` outlives the segment's payload.
std::optional<tcp_segment> parse_tcp(const ipv6_packet& packet);

/// Of the header with the options that the segment has.
std::size_t header_bytes_of(const tcp_segment& segment);

/// Writes a whole packet but its payload, which is in place already behind the headers:
/// `ipv6_packet::header_bytes + header_bytes_of(segment)` bytes from the packet's begin on.
/// segment.payload is not looked at.
void write_tcp_packet(std::span<std::byte> packet,
                      const tcp_segment& segment,
                      const ipv6_address& source,
                      const ipv6_address& destination);

} // namespace thimble::device::tunnel
