// The segments of TCP in the packets of a tunnel.
#pragma once

#include "virtualphone/tunnel/packets/ipv6.hpp"

namespace thimble::virtualphone::tunnel {

inline constexpr std::size_t tcp_header_size = 20; // without options

struct tcp_segment {
    std::uint16_t source_port = 0;
    std::uint16_t destination_port = 0;
    std::uint32_t sequence = 0;
    std::uint32_t acknowledgment = 0;
    bool syn = false;
    bool ack = false;
    bool fin = false;
    bool rst = false;
    std::uint16_t window = 0;
    std::optional<std::uint16_t> largest_payload{}; // the option "maximum segment size"
    std::optional<std::uint8_t> window_shift{};
    byte_view payload{}; // of the packet that was parsed

    /// Numbers of the sequence that it takes.
    std::uint32_t length() const
    {
        return static_cast<std::uint32_t>(payload.size()) + (syn ? 1U : 0U) + (fin ? 1U : 0U);
    }
};

struct tcp_packet {
    address source;
    address destination;
    tcp_segment segment;
};

/// Nothing for other protocols, malformed ones and a wrong checksum: a phone is silent on these.
std::optional<tcp_packet> parse_packet(byte_view packet);

bytes build_packet(const tcp_packet& what);

} // namespace thimble::virtualphone::tunnel
