// IPv6 below TCP and UDP: addresses, the length of a packet, and the checksum that both have.
#pragma once

#include "virtualphone/tunnel/packets/byte_buffer.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace thimble::virtualphone::tunnel {

inline constexpr std::size_t ipv6_header_size = 40;
inline constexpr std::uint8_t tcp_protocol = 6;
inline constexpr std::uint8_t udp_protocol = 17;

struct address {
    std::array<std::uint8_t, 16> octets{};

    friend bool operator==(const address&, const address&) = default;
};

/// The length of the packet that begins with this header, header included; nothing when it is no
/// IPv6, which means that the stream of packets is out of step.
std::optional<std::size_t> packet_size(std::span<const std::uint8_t, ipv6_header_size> header);

/// True for a whole packet of this protocol with at least this much behind the header, and a right
/// checksum.
bool carries(byte_view packet, std::uint8_t protocol, std::size_t at_least);

address source_of(byte_view packet);
address destination_of(byte_view packet);

/// A packet with room for `content` bytes of the protocol; they, and the checksum among them, are
/// still zero.
bytes blank_packet(const address& source,
                   const address& destination,
                   std::uint8_t protocol,
                   std::size_t content);

/// Over the pseudo header and the content; 0 for a packet whose checksum is right.
std::uint16_t checksum_of(byte_view packet);

inline unsigned two_bytes(byte_view from, std::size_t at)
{
    return static_cast<unsigned>(from[at]) << 8U | from[at + 1];
}

inline std::uint32_t four_bytes(byte_view from, std::size_t at)
{
    return two_bytes(from, at) << 16U | two_bytes(from, at + 2);
}

inline void put_two_bytes(bytes& to, std::size_t at, unsigned value)
{
    to[at] = static_cast<std::uint8_t>(value >> 8U);
    to[at + 1] = static_cast<std::uint8_t>(value);
}

inline void put_four_bytes(bytes& to, std::size_t at, std::uint32_t value)
{
    put_two_bytes(to, at, value >> 16U);
    put_two_bytes(to, at + 2, value & 0xFFFFU);
}

} // namespace thimble::virtualphone::tunnel
