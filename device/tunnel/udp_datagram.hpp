// UDP datagrams as values.
#pragma once

#include "device/tunnel/ipv6.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace thimble::device::tunnel {

struct udp_datagram {
    static constexpr std::size_t header_bytes = 8;

    std::uint16_t source_port = 0;
    std::uint16_t destination_port = 0;
    std::span<const std::byte> payload;
};

/// Nothing when it is malformed or its checksum is wrong or missing: IPv6 insists on one.
std::optional<udp_datagram> parse_udp(const ipv6_packet& packet);

/// Writes a whole packet but its payload, which is in place already behind the two headers.
void write_udp_packet(std::span<std::byte> packet,
                      const udp_datagram& datagram,
                      const ipv6_address& source,
                      const ipv6_address& destination);

} // namespace thimble::device::tunnel
