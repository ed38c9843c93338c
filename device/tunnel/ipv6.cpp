#include "device/tunnel/ipv6.hpp"

#include "device/tunnel/big_endian.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace thimble::device::tunnel {
namespace {

constexpr std::uint8_t hop_limit = 64;
constexpr std::size_t source_at = 8;
constexpr std::size_t destination_at = 24;

std::uint64_t folded(std::uint64_t sum)
{
    while ((sum >> 16U) != 0)
        sum = (sum & 0xffffU) + (sum >> 16U);
    return sum;
}

/// The sum of 16-bit words in the machine's byte order: the one's complement sum may be taken in
/// any order of bytes and turned round at the end (RFC 1071). Four bytes at a time, so that the
/// compiler makes it wide.
std::uint64_t sum_of(const void* bytes, std::size_t count)
{
    const auto* at = static_cast<const unsigned char*>(bytes);
    std::uint64_t sum = 0;
    for (; count >= 4; count -= 4, at += 4) {
        std::uint32_t word = 0;
        std::memcpy(&word, at, sizeof word);
        sum += word;
    }
    std::array<unsigned char, 4> rest{};
    std::copy_n(at, count, rest.begin());
    return sum + std::bit_cast<std::uint32_t>(rest);
}

} // namespace

std::optional<ipv6_packet> parse_ipv6(std::span<const std::byte> bytes)
{
    if (bytes.size() < ipv6_packet::header_bytes || std::to_integer<int>(bytes[0] >> 4U) != 6)
        return std::nullopt;
    if (bytes.size() != ipv6_packet::header_bytes + read_u16(bytes, 4))
        return std::nullopt;
    ipv6_packet packet{.next_header = std::to_integer<std::uint8_t>(bytes[6]),
                       .payload = bytes.subspan(ipv6_packet::header_bytes)};
    std::memcpy(packet.source.data(), bytes.data() + source_at, packet.source.size());
    std::memcpy(packet.destination.data(), bytes.data() + destination_at,
                packet.destination.size());
    return packet;
}

void write_ipv6_header(std::span<std::byte> packet,
                       ip_protocol carries,
                       const ipv6_address& source,
                       const ipv6_address& destination)
{
    write_u32(packet, 0, 0x60000000U); // version 6, no traffic class, no flow
    write_u16(packet, 4, static_cast<std::uint16_t>(packet.size() - ipv6_packet::header_bytes));
    packet[6] = static_cast<std::byte>(carries);
    packet[7] = std::byte{hop_limit};
    std::memcpy(packet.data() + source_at, source.data(), source.size());
    std::memcpy(packet.data() + destination_at, destination.data(), destination.size());
}

std::uint16_t payload_checksum(std::span<const std::byte> payload,
                               ip_protocol protocol,
                               const ipv6_address& source,
                               const ipv6_address& destination)
{
    std::array<std::byte, 8> pseudo_header_end{};
    write_u32(pseudo_header_end, 0, static_cast<std::uint32_t>(payload.size()));
    pseudo_header_end[7] = static_cast<std::byte>(protocol);
    const auto sum = folded(sum_of(source.data(), source.size()) +
                            sum_of(destination.data(), destination.size()) +
                            sum_of(pseudo_header_end.data(), pseudo_header_end.size()) +
                            sum_of(payload.data(), payload.size()));
    const auto value = static_cast<std::uint16_t>(~sum & 0xffffU);
    if constexpr (std::endian::native == std::endian::little)
        return std::byteswap(value);
    return value;
}

} // namespace thimble::device::tunnel
