#include "virtualphone/tunnel/packets/datagram.hpp"

namespace thimble::virtualphone::tunnel {
namespace {

constexpr std::size_t udp_checksum_at = ipv6_header_size + 6;
constexpr std::uint16_t sum_of_zero = 0xFFFF; // 0 says that there is none, which IPv6 forbids

} // namespace

std::optional<udp_packet> parse_datagram(byte_view packet)
{
    if (!carries(packet, udp_protocol, udp_header_size) || two_bytes(packet, udp_checksum_at) == 0)
        return std::nullopt;
    const byte_view content = packet.subspan(ipv6_header_size);
    if (two_bytes(content, 4) != content.size())
        return std::nullopt;
    return udp_packet{.source = source_of(packet),
                      .destination = destination_of(packet),
                      .source_port = static_cast<std::uint16_t>(two_bytes(content, 0)),
                      .destination_port = static_cast<std::uint16_t>(two_bytes(content, 2)),
                      .content = content.subspan(udp_header_size)};
}

bytes build_datagram(const udp_packet& what)
{
    const std::size_t size = udp_header_size + what.content.size();
    bytes packet = blank_packet(what.source, what.destination, udp_protocol, size);
    put_two_bytes(packet, ipv6_header_size, what.source_port);
    put_two_bytes(packet, ipv6_header_size + 2, what.destination_port);
    put_two_bytes(packet, ipv6_header_size + 4, static_cast<unsigned>(size));
    std::ranges::copy(what.content, packet.begin() + ipv6_header_size + udp_header_size);
    const std::uint16_t sum = checksum_of(packet);
    put_two_bytes(packet, udp_checksum_at, sum == 0 ? sum_of_zero : sum);
    return packet;
}

} // namespace thimble::virtualphone::tunnel
