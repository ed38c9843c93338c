#include "device/tunnel/udp_datagram.hpp"

#include "device/tunnel/big_endian.hpp"

namespace thimble::device::tunnel {

std::optional<udp_datagram> parse_udp(const ipv6_packet& packet)
{
    const auto bytes = packet.payload;
    if (bytes.size() < udp_datagram::header_bytes || read_u16(bytes, 4) != bytes.size() ||
        read_u16(bytes, 6) == 0)
        return std::nullopt;
    if (payload_checksum(bytes, ip_protocol::udp, packet.source, packet.destination) != 0)
        return std::nullopt;
    return udp_datagram{.source_port = read_u16(bytes, 0),
                        .destination_port = read_u16(bytes, 2),
                        .payload = bytes.subspan(udp_datagram::header_bytes)};
}

void write_udp_packet(std::span<std::byte> packet,
                      const udp_datagram& datagram,
                      const ipv6_address& source,
                      const ipv6_address& destination)
{
    const auto bytes = packet.subspan(ipv6_packet::header_bytes);
    write_u16(bytes, 0, datagram.source_port);
    write_u16(bytes, 2, datagram.destination_port);
    write_u16(bytes, 4, static_cast<std::uint16_t>(bytes.size()));
    write_u16(bytes, 6, 0);
    const auto checksum = payload_checksum(bytes, ip_protocol::udp, source, destination);
    write_u16(bytes, 6, checksum == 0 ? 0xffff : checksum); // 0 would mean that there is none
    write_ipv6_header(packet, ip_protocol::udp, source, destination);
}

} // namespace thimble::device::tunnel
