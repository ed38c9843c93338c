#include "virtualphone/tunnel/packets/ipv6.hpp"

namespace thimble::virtualphone::tunnel {
namespace {

constexpr std::uint8_t hop_limit = 64;
constexpr std::size_t protocol_at = 6;
constexpr std::size_t source_at = 8;
constexpr std::size_t destination_at = 24;

std::uint64_t sum_of(byte_view content)
{
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at + 1 < content.size(); at += 2)
        sum += two_bytes(content, at);
    if (content.size() % 2 != 0)
        sum += static_cast<unsigned>(content.back()) << 8U;
    return sum;
}

address address_at(byte_view packet, std::size_t at)
{
    address result;
    std::ranges::copy(packet.subspan(at, result.octets.size()), result.octets.begin());
    return result;
}

} // namespace

std::optional<std::size_t> packet_size(std::span<const std::uint8_t, ipv6_header_size> header)
{
    constexpr unsigned version = 6;
    if (header[0] >> 4U != version)
        return std::nullopt;
    return ipv6_header_size + two_bytes(header, 4);
}

bool carries(byte_view packet, std::uint8_t protocol, std::size_t at_least)
{
    return packet.size() >= ipv6_header_size + at_least &&
           packet_size(packet.first<ipv6_header_size>()) == packet.size() &&
           packet[protocol_at] == protocol && checksum_of(packet) == 0;
}

address source_of(byte_view packet)
{
    return address_at(packet, source_at);
}

address destination_of(byte_view packet)
{
    return address_at(packet, destination_at);
}

bytes blank_packet(const address& source,
                   const address& destination,
                   std::uint8_t protocol,
                   std::size_t content)
{
    bytes packet(ipv6_header_size + content, 0);
    packet[0] = 0x60;
    put_two_bytes(packet, 4, static_cast<unsigned>(content));
    packet[protocol_at] = protocol;
    packet[protocol_at + 1] = hop_limit;
    std::ranges::copy(source.octets, packet.begin() + source_at);
    std::ranges::copy(destination.octets, packet.begin() + destination_at);
    return packet;
}

std::uint16_t checksum_of(byte_view packet)
{
    const byte_view content = packet.subspan(ipv6_header_size);
    std::uint64_t sum = sum_of(packet.subspan(source_at, 32)) + content.size() +
                        packet[protocol_at] + sum_of(content);
    while (sum > 0xFFFF)
        sum = (sum & 0xFFFFU) + (sum >> 16U);
    return static_cast<std::uint16_t>(~sum);
}

} // namespace thimble::virtualphone::tunnel
