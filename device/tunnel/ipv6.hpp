// The header of an IPv6 packet, and the checksum of what is in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace thimble::device::tunnel {

using ipv6_address = std::array<std::uint8_t, 16>;

/// Content of a packet. Others are ignored: on a link between two there are no neighbours to look
/// for and no routers.
enum class ip_protocol : std::uint8_t { tcp = 6, udp = 17 };

struct ipv6_packet {
    static constexpr std::size_t header_bytes = 40;
    static constexpr std::size_t most_payload_bytes = 65'535;

    ipv6_address source{};
    ipv6_address destination{};
    std::uint8_t next_header = 0;
    std::span<const std::byte> payload;
};

/// Nothing when these bytes are not one whole IPv6 packet.
std::optional<ipv6_packet> parse_ipv6(std::span<const std::byte> bytes);

/// Writes the header of a packet whose payload is in place behind it. `packet` is header and
/// payload.
void write_ipv6_header(std::span<std::byte> packet,
                       ip_protocol carries,
                       const ipv6_address& source,
                       const ipv6_address& destination);

/// Of TCP or UDP in IPv6, RFC 8200 section 8.1. Over a payload with a checksum in place it is 0
/// when that is right.
std::uint16_t payload_checksum(std::span<const std::byte> payload,
                               ip_protocol protocol,
                               const ipv6_address& source,
                               const ipv6_address& destination);

} // namespace thimble::device::tunnel
