// Datagrams of UDP in the packets of a tunnel.
#pragma once

#include "virtualphone/tunnel/packets/ipv6.hpp"

namespace thimble::virtualphone::tunnel {

inline constexpr std::size_t udp_header_size = 8;

struct udp_packet {
    address source;
    address destination;
    std::uint16_t source_port = 0;
    std::uint16_t destination_port = 0;
    byte_view content{}; // of the packet that was parsed
};

/// Nothing for other protocols, malformed ones, and a checksum that is wrong or missing: a phone is
/// silent on these.
std::optional<udp_packet> parse_datagram(byte_view packet);

bytes build_datagram(const udp_packet& what);

} // namespace thimble::virtualphone::tunnel
