#include "virtualphone/tunnel/packets/packet.hpp"

namespace thimble::virtualphone::tunnel {
namespace {

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
            to.largest_payload = static_cast<std::uint16_t>(two_bytes(one, 2));
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

std::optional<tcp_packet> parse_packet(byte_view packet)
{
    if (!carries(packet, tcp_protocol, tcp_header_size))
        return std::nullopt;
    const byte_view content = packet.subspan(ipv6_header_size);
    const std::size_t header = std::size_t{4} * (content[12] >> 4U);
    if (header < tcp_header_size || header > content.size())
        return std::nullopt;
    const std::uint8_t flags = content[13];
    tcp_packet result{
        .source = source_of(packet),
        .destination = destination_of(packet),
        .segment = {.source_port = static_cast<std::uint16_t>(two_bytes(content, 0)),
                    .destination_port = static_cast<std::uint16_t>(two_bytes(content, 2)),
                    .sequence = four_bytes(content, 4),
                    .acknowledgment = four_bytes(content, 8),
                    .syn = (flags & flag_syn) != 0,
                    .ack = (flags & flag_ack) != 0,
                    .fin = (flags & flag_fin) != 0,
                    .rst = (flags & flag_rst) != 0,
                    .window = static_cast<std::uint16_t>(two_bytes(content, 14)),
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
    bytes packet =
        blank_packet(what.source, what.destination, tcp_protocol, header + segment.payload.size());
    put_two_bytes(packet, 40, segment.source_port);
    put_two_bytes(packet, 42, segment.destination_port);
    put_four_bytes(packet, 44, segment.sequence);
    put_four_bytes(packet, 48, segment.acknowledgment);
    packet[52] = static_cast<std::uint8_t>(header / 4 << 4U);
    packet[53] = flags_of(segment);
    put_two_bytes(packet, 54, segment.window);
    std::ranges::copy(options, packet.begin() + ipv6_header_size + tcp_header_size);
    std::ranges::copy(segment.payload,
                      packet.begin() + static_cast<std::ptrdiff_t>(ipv6_header_size + header));
    put_two_bytes(packet, checksum_at, checksum_of(packet));
    return packet;
}

} // namespace thimble::virtualphone::tunnel
