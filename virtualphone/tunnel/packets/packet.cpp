#include "virtualphone/tunnel/packets/packet.hpp"

namespace thimble::virtualphone::tunnel {
namespace {

constexpr std::uint8_t tcp_protocol = 6;
constexpr std::uint8_t hop_limit = 64;
constexpr std::uint8_t flag_fin = 0x01;
constexpr std::uint8_t flag_syn = 0x02;
constexpr std::uint8_t flag_rst = 0x04;
constexpr std::uint8_t flag_psh = 0x08;
constexpr std::uint8_t flag_ack = 0x10;
constexpr std::uint8_t option_end = 0;
constexpr std::uint8_t option_nothing = 1;
constexpr std::uint8_t option_largest_payload = 2;
constexpr std::uint8_t option_window_shift = 3;
constexpr std::uint8_t largest_shift = 14;
constexpr std::size_t checksum_at = ipv6_header_size + 16;

unsigned two(byte_view from, std::size_t at)
{
    return static_cast<unsigned>(from[at]) << 8U | from[at + 1];
}

std::uint32_t four(byte_view from, std::size_t at)
{
    return two(from, at) << 16U | two(from, at + 2);
}

void put_two(bytes& to, std::size_t at, unsigned value)
{
    to[at] = static_cast<std::uint8_t>(value >> 8U);
    to[at + 1] = static_cast<std::uint8_t>(value);
}

void put_four(bytes& to, std::size_t at, std::uint32_t value)
{
    put_two(to, at, value >> 16U);
    put_two(to, at + 2, value & 0xFFFFU);
}

std::uint64_t sum_of(byte_view content)
{
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at + 1 < content.size(); at += 2)
        sum += two(content, at);
    if (content.size() % 2 != 0)
        sum += static_cast<unsigned>(content.back()) << 8U;
    return sum;
}

/// Over the pseudo header and the segment; 0 for a packet whose checksum is right.
std::uint16_t checksum_of(byte_view packet)
{
    const byte_view segment = packet.subspan(ipv6_header_size);
    std::uint64_t sum =
        sum_of(packet.subspan(8, 32)) + segment.size() + tcp_protocol + sum_of(segment);
    while (sum > 0xFFFF)
        sum = (sum & 0xFFFFU) + (sum >> 16U);
    return static_cast<std::uint16_t>(~sum);
}

address address_at(byte_view packet, std::size_t at)
{
    address result;
    std::ranges::copy(packet.subspan(at, result.octets.size()), result.octets.begin());
    return result;
}

/// False: they contradict themselves.
bool read_options(byte_view options, tcp_segment& to)
{
    while (!options.empty() && options.front() != option_end) {
        if (options.front() == option_nothing) {
            options = options.subspan(1);
            continue;
        }
        if (options.size() < 2 || options[1] < 2 || options[1] > options.size())
            return false;
        const byte_view one = options.first(options[1]);
        if (one[0] == option_largest_payload && one.size() == 4)
            to.largest_payload = static_cast<std::uint16_t>(two(one, 2));
        if (one[0] == option_window_shift && one.size() == 3)
            to.window_shift = std::min(one[2], largest_shift);
        options = options.subspan(one.size());
    }
    return true;
}

bytes options_of(const tcp_segment& segment)
{
    bytes options;
    if (segment.largest_payload)
        options = {option_largest_payload, 4,
                   static_cast<std::uint8_t>(*segment.largest_payload >> 8U),
                   static_cast<std::uint8_t>(*segment.largest_payload)};
    if (segment.window_shift)
        options.insert(options.end(),
                       {option_nothing, option_window_shift, 3, *segment.window_shift});
    return options;
}

std::uint8_t flags_of(const tcp_segment& segment)
{
    return static_cast<std::uint8_t>((segment.fin ? flag_fin : 0) | (segment.syn ? flag_syn : 0) |
                                     (segment.rst ? flag_rst : 0) | (segment.ack ? flag_ack : 0) |
                                     (segment.payload.empty() ? 0 : flag_psh));
}

} // namespace

std::optional<std::size_t> packet_size(std::span<const std::uint8_t, ipv6_header_size> header)
{
    constexpr unsigned version = 6;
    if (header[0] >> 4U != version)
        return std::nullopt;
    return ipv6_header_size + two(header, 4);
}

std::optional<tcp_packet> parse_packet(byte_view packet)
{
    if (packet.size() < ipv6_header_size + tcp_header_size)
        return std::nullopt;
    if (packet_size(packet.first<ipv6_header_size>()) != packet.size() ||
        packet[6] != tcp_protocol || checksum_of(packet) != 0)
        return std::nullopt;
    const byte_view content = packet.subspan(ipv6_header_size);
    const std::size_t header = std::size_t{4} * (content[12] >> 4U);
    if (header < tcp_header_size || header > content.size())
        return std::nullopt;
    const std::uint8_t flags = content[13];
    tcp_packet result{.source = address_at(packet, 8),
                      .destination = address_at(packet, 24),
                      .segment = {.source_port = static_cast<std::uint16_t>(two(content, 0)),
                                  .destination_port = static_cast<std::uint16_t>(two(content, 2)),
                                  .sequence = four(content, 4),
                                  .acknowledgment = four(content, 8),
                                  .syn = (flags & flag_syn) != 0,
                                  .ack = (flags & flag_ack) != 0,
                                  .fin = (flags & flag_fin) != 0,
                                  .rst = (flags & flag_rst) != 0,
                                  .window = static_cast<std::uint16_t>(two(content, 14)),
                                  .payload = content.subspan(header)}};
    if (!read_options(content.subspan(tcp_header_size, header - tcp_header_size), result.segment))
        return std::nullopt;
    return result;
}

bytes build_packet(const tcp_packet& what)
{
    const tcp_segment& segment = what.segment;
    const bytes options = options_of(segment);
    const std::size_t header = tcp_header_size + options.size();
    bytes packet(ipv6_header_size + header, 0);
    packet[0] = 0x60;
    put_two(packet, 4, static_cast<unsigned>(header + segment.payload.size()));
    packet[6] = tcp_protocol;
    packet[7] = hop_limit;
    std::ranges::copy(what.source.octets, packet.begin() + 8);
    std::ranges::copy(what.destination.octets, packet.begin() + 24);
    put_two(packet, 40, segment.source_port);
    put_two(packet, 42, segment.destination_port);
    put_four(packet, 44, segment.sequence);
    put_four(packet, 48, segment.acknowledgment);
    packet[52] = static_cast<std::uint8_t>(header / 4 << 4U);
    packet[53] = flags_of(segment);
    put_two(packet, 54, segment.window);
    std::ranges::copy(options, packet.begin() + ipv6_header_size + tcp_header_size);
    packet.insert(packet.end(), segment.payload.begin(), segment.payload.end());
    put_two(packet, checksum_at, checksum_of(packet));
    return packet;
}

} // namespace thimble::virtualphone::tunnel
