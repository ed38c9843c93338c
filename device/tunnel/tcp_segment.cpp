#include "device/tunnel/tcp_segment.hpp"

#include "device/tunnel/big_endian.hpp"

namespace thimble::device::tunnel {
namespace {

constexpr std::uint8_t end_of_options = 0;
constexpr std::uint8_t no_operation = 1;
constexpr std::uint8_t most_bytes_option = 2;
constexpr std::uint8_t window_shift_option = 3;

enum flag_bits : std::uint8_t { fin = 1, syn = 2, rst = 4, psh = 8, ack = 16 };

tcp_flags flags_of(unsigned bits)
{
    return {.fin = (bits & fin) != 0,
            .syn = (bits & syn) != 0,
            .rst = (bits & rst) != 0,
            .psh = (bits & psh) != 0,
            .ack = (bits & ack) != 0};
}

std::uint8_t bits_of(const tcp_flags& flags)
{
    unsigned bits = 0;
    bits |= flags.fin ? fin : 0U;
    bits |= flags.syn ? syn : 0U;
    bits |= flags.rst ? rst : 0U;
    bits |= flags.psh ? psh : 0U;
    bits |= flags.ack ? ack : 0U;
    return static_cast<std::uint8_t>(bits);
}

/// One option with a length; `option` begins with its kind.
void take_option(std::span<const std::byte> option, tcp_segment& into)
{
    const auto kind = std::to_integer<std::uint8_t>(option[0]);
    if (kind == most_bytes_option && option.size() == 4)
        into.most_bytes = read_u16(option, 2);
    if (kind == window_shift_option && option.size() == 3)
        into.window_shift = std::to_integer<std::uint8_t>(option[2]);
}

/// False when an option does not end where the options do.
bool take_options(std::span<const std::byte> options, tcp_segment& into)
{
    while (!options.empty()) {
        const auto kind = std::to_integer<std::uint8_t>(options[0]);
        if (kind == end_of_options)
            return true;
        std::size_t length = 1;
        if (kind != no_operation) {
            length = options.size() < 2 ? 0 : std::to_integer<std::size_t>(options[1]);
            if (length < 2 || length > options.size())
                return false;
            take_option(options.first(length), into);
        }
        options = options.subspan(length);
    }
    return true;
}

void write_options(std::span<std::byte> to, const tcp_segment& segment)
{
    std::size_t at = 0;
    if (segment.most_bytes) {
        to[at] = std::byte{most_bytes_option};
        to[at + 1] = std::byte{4};
        write_u16(to, at + 2, *segment.most_bytes);
        at += 4;
    }
    if (segment.window_shift) {
        to[at] = std::byte{no_operation};
        to[at + 1] = std::byte{window_shift_option};
        to[at + 2] = std::byte{3};
        to[at + 3] = std::byte{*segment.window_shift};
    }
}

} // namespace

std::optional<tcp_segment> parse_tcp(const ipv6_packet& packet)
{
    const auto bytes = packet.payload;
    if (bytes.size() < tcp_segment::header_bytes)
        return std::nullopt;
    const auto header_bytes = 4 * std::to_integer<std::size_t>(bytes[12] >> 4U);
    if (header_bytes < tcp_segment::header_bytes || header_bytes > bytes.size())
        return std::nullopt;
    if (payload_checksum(bytes, ip_protocol::tcp, packet.source, packet.destination) != 0)
        return std::nullopt;
    tcp_segment segment{.source_port = read_u16(bytes, 0),
                        .destination_port = read_u16(bytes, 2),
                        .number = read_u32(bytes, 4),
                        .acknowledged = read_u32(bytes, 8),
                        .flags = flags_of(std::to_integer<unsigned>(bytes[13])),
                        .window = read_u16(bytes, 14),
                        .payload = bytes.subspan(header_bytes)};
    const auto options = bytes.first(header_bytes).subspan(tcp_segment::header_bytes);
    if (!take_options(options, segment))
        return std::nullopt;
    return segment;
}

std::size_t header_bytes_of(const tcp_segment& segment)
{
    return tcp_segment::header_bytes + (segment.most_bytes ? 4U : 0U) +
           (segment.window_shift ? 4U : 0U);
}

void write_tcp_packet(std::span<std::byte> packet,
                      const tcp_segment& segment,
                      const ipv6_address& source,
                      const ipv6_address& destination)
{
    const auto bytes = packet.subspan(ipv6_packet::header_bytes);
    const auto header_bytes = header_bytes_of(segment);
    write_u16(bytes, 0, segment.source_port);
    write_u16(bytes, 2, segment.destination_port);
    write_u32(bytes, 4, segment.number);
    write_u32(bytes, 8, segment.acknowledged);
    bytes[12] = static_cast<std::byte>(header_bytes / 4 << 4U);
    bytes[13] = static_cast<std::byte>(bits_of(segment.flags));
    write_u16(bytes, 14, segment.window);
    write_u32(bytes, 16, 0); // the checksum, which is summed up as 0, and no urgent pointer
    write_options(bytes.first(header_bytes).subspan(tcp_segment::header_bytes), segment);
    write_u16(bytes, 16, payload_checksum(bytes, ip_protocol::tcp, source, destination));
    write_ipv6_header(packet, ip_protocol::tcp, source, destination);
}

} // namespace thimble::device::tunnel
