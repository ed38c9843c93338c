// The packets of a tunnel: IPv6 with TCP in it, and nothing else that a phone answers.
#pragma once

#include "virtualphone/tunnel/packets/byte_buffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace thimble::virtualphone::tunnel {

inline constexpr std::size_t ipv6_header_size = 40;
inline constexpr std::size_t tcp_header_size = 20; // without options

struct address {
    std::array<std::uint8_t, 16> octets{};

    friend bool operator==(const address&, const address&) = default;
};

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

/// The length of the packet that begins with this header, header included; nothing when it is no
/// IPv6, which means that the stream of packets is out of step.
std::optional<std::size_t> packet_size(std::span<const std::uint8_t, ipv6_header_size> header);

/// Nothing for other protocols, malformed ones and a wrong checksum: a phone is silent on these.
std::optional<tcp_packet> parse_packet(byte_view packet);

bytes build_packet(const tcp_packet& what);

} // namespace thimble::virtualphone::tunnel
