#include "device/media/rtp_packet.hpp"

#include "device/media/big_endian.hpp"

namespace thimble::device::media {
namespace {

constexpr unsigned version = 2;
constexpr std::size_t fixed_header = 12;
constexpr std::size_t extension_header = 4;
constexpr std::size_t word = 4;
constexpr unsigned first_rtcp_type = 192;
constexpr unsigned last_rtcp_type = 223;
constexpr unsigned sender_report_type = 200;
constexpr std::size_t sender_report_bytes = 28; // without blocks

unsigned byte_at(byte_view from, std::size_t at)
{
    return std::to_integer<unsigned>(from[at]);
}

bool has_version(byte_view datagram)
{
    return datagram.size() >= 2 && byte_at(datagram, 0) >> 6U == version;
}

/// Of all headers; more than there is where they lead beyond the end.
std::size_t header_bytes(byte_view datagram)
{
    const auto first = byte_at(datagram, 0);
    const std::size_t fixed = fixed_header + ((first & 0x0fU) * word);
    const bool extended = (first & 0x10U) != 0;
    if (!extended || fixed + extension_header > datagram.size())
        return fixed + (extended ? extension_header : 0);
    return fixed + extension_header + (read_u16(datagram, fixed + 2) * word);
}

} // namespace

std::optional<rtp_packet> parse_rtp(byte_view datagram)
{
    if (!has_version(datagram) || datagram.size() < fixed_header || is_rtcp(datagram))
        return std::nullopt;
    const auto header = header_bytes(datagram);
    if (header > datagram.size())
        return std::nullopt;
    auto payload = datagram.subspan(header);
    if ((byte_at(datagram, 0) & 0x20U) != 0) {
        const auto padding = payload.empty() ? 0 : byte_at(payload, payload.size() - 1);
        if (padding == 0 || padding > payload.size())
            return std::nullopt;
        payload = payload.first(payload.size() - padding);
    }
    const auto second = byte_at(datagram, 1);
    return rtp_packet{.payload_type = static_cast<std::uint8_t>(second & 0x7fU),
                      .marker = (second & 0x80U) != 0,
                      .sequence = read_u16(datagram, 2),
                      .time = read_u32(datagram, 4),
                      .source = read_u32(datagram, 8),
                      .payload = payload};
}

std::optional<sender_report> parse_sender_report(byte_view datagram)
{
    if (!has_version(datagram) || datagram.size() < sender_report_bytes ||
        byte_at(datagram, 1) != sender_report_type)
        return std::nullopt;
    return sender_report{.source = read_u32(datagram, 4),
                         .time = read_u32(datagram, 16),
                         .wall =
                             (std::uint64_t{read_u32(datagram, 8)} << 32U) | read_u32(datagram, 12),
                         .packets = read_u32(datagram, 20)};
}

bool is_rtcp(byte_view datagram)
{
    if (!has_version(datagram))
        return false;
    const auto type = byte_at(datagram, 1);
    return type >= first_rtcp_type && type <= last_rtcp_type;
}

} // namespace thimble::device::media
