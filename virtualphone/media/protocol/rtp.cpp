#include "virtualphone/media/protocol/rtp.hpp"

#include "virtualphone/media/protocol/nal_units.hpp"

#include <algorithm>
#include <array>

namespace thimble::virtualphone::media {
namespace {

constexpr std::size_t rtp_header_size = 12;
constexpr std::size_t extension_size = 8;
constexpr std::uint8_t version_and_extension = 0x90;
constexpr std::uint8_t marker_bit = 0x80;
constexpr std::uint16_t extension_profile = 0x9011;
constexpr std::uint8_t first_fragment = 0x80;
constexpr std::uint8_t last_fragment = 0x40;
constexpr std::size_t length_size = 2; // before each unit of an aggregation packet

/// Behind each slice. No decoder needs it, and those of other makers pass over it.
constexpr std::array<std::uint8_t, 14> slice_footer{0x04, 0xF0, 0x0A, 0xC0, 0x00, 0x00, 0x03,
                                                    0x00, 0x00, 0x04, 0xEC, 0x0A, 0xB0, 0x03};

/// The header of a unit with another type.
bytes header_of_type(byte_view unit, unsigned type)
{
    return {static_cast<std::uint8_t>((unit[0] & 0x81U) | type << 1U), unit[1]};
}

} // namespace

std::vector<bytes> rtp_packetizer::packets_of(std::span<const byte_view> units,
                                              std::uint32_t timestamp)
{
    std::vector<bytes> result;
    while (!units.empty()) {
        const auto others = std::ranges::find_if_not(units, is_parameter_set);
        const auto count = static_cast<std::size_t>(others - units.begin());
        if (count > 0)
            add_parameters(result, units.first(count), timestamp);
        else if (is_slice(units.front()))
            add_unit(result, units.front(), timestamp);
        units = units.subspan(std::max<std::size_t>(count, 1));
    }
    if (!result.empty())
        result.back()[1] |= marker_bit;
    return result;
}

std::size_t rtp_packetizer::room() const
{
    return largest_ - rtp_header_size - extension_size;
}

void rtp_packetizer::add(std::vector<bytes>& to, byte_view payload, std::uint32_t timestamp)
{
    bytes packet{version_and_extension, video_payload_type};
    packet.reserve(rtp_header_size + extension_size + payload.size());
    append_number(packet, next_++, 2);
    append_number(packet, timestamp, 4);
    append_number(packet, source_, 4);
    append_number(packet, extension_profile, 2);
    append_number(packet, 1, 2); // words that follow
    append_number(packet, 0, 4);
    append(packet, payload);
    ++packets_;
    octets_ += static_cast<std::uint32_t>(payload.size());
    to.push_back(std::move(packet));
}

void rtp_packetizer::add_parameters(std::vector<bytes>& to,
                                    std::span<const byte_view> units,
                                    std::uint32_t timestamp)
{
    bytes payload = header_of_type(units.front(), nal_type::aggregation);
    for (const byte_view each : units) {
        append_number(payload, static_cast<std::uint32_t>(each.size()), length_size);
        append(payload, each);
    }
    if (units.size() > 1 && payload.size() <= room())
        return add(to, payload, timestamp);
    for (const byte_view each : units)
        add_unit(to, each, timestamp);
}

void rtp_packetizer::add_unit(std::vector<bytes>& to, byte_view unit, std::uint32_t timestamp)
{
    bytes whole(unit.begin(), unit.end());
    if (is_slice(unit))
        append(whole, slice_footer);
    if (whole.size() <= room())
        return add(to, whole, timestamp);
    const bytes header = header_of_type(unit, nal_type::fragment);
    byte_view rest = byte_view(whole).subspan(nal_header_size);
    const std::size_t most = room() - header.size() - 1;
    for (bool first = true; !rest.empty(); first = false) {
        const byte_view part = rest.first(std::min(rest.size(), most));
        rest = rest.subspan(part.size());
        bytes payload = header;
        payload.push_back(static_cast<std::uint8_t>(
            (first ? first_fragment : 0U) | (rest.empty() ? last_fragment : 0U) | type_of(unit)));
        append(payload, part);
        add(to, payload, timestamp);
    }
}

} // namespace thimble::virtualphone::media
