#include "tests/video/rtp_sender.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

constexpr unsigned aggregation_type = 48;
constexpr unsigned fragment_type = 49;
constexpr std::size_t unit_header = 2;

void put(std::vector<std::byte>& to, std::uint32_t value, unsigned bytes)
{
    for (unsigned left = bytes; left > 0; --left)
        to.push_back(static_cast<std::byte>(value >> (8 * (left - 1))));
}

std::byte header_of_type(const nal_unit& unit, unsigned type)
{
    return (unit[0] & std::byte{0x81}) | static_cast<std::byte>(type << 1U);
}

bool is_parameters(const nal_unit& unit)
{
    return type_of(unit) >= 32 && type_of(unit) <= 34;
}

} // namespace

void rtp_sender::add_fragments(const nal_unit& unit,
                               std::vector<std::vector<std::byte>>& payloads) const
{
    auto left = std::span(unit).subspan(unit_header);
    for (bool first = true; !left.empty(); first = false) {
        const auto now = left.first(std::min(left.size(), longest_payload - unit_header - 1));
        left = left.subspan(now.size());
        auto about = static_cast<std::byte>(type_of(unit));
        about |= first ? std::byte{0x80} : std::byte{};
        about |= left.empty() ? std::byte{0x40} : std::byte{};
        std::vector<std::byte> payload{header_of_type(unit, fragment_type), unit[1], about};
        payload.insert(payload.end(), now.begin(), now.end());
        payloads.push_back(std::move(payload));
    }
}

std::vector<rtp_datagram> rtp_sender::packets_of(const coded_picture& picture)
{
    std::vector<std::vector<std::byte>> payloads;
    std::vector<std::byte> together;
    for (const auto& unit : picture) {
        if (is_parameters(unit)) {
            if (together.empty())
                together = {header_of_type(unit, aggregation_type), unit[1]};
            put(together, static_cast<std::uint32_t>(unit.size()), 2);
            together.insert(together.end(), unit.begin(), unit.end());
            continue;
        }
        if (unit.size() <= longest_payload)
            payloads.push_back(unit);
        else
            add_fragments(unit, payloads);
    }
    if (!together.empty())
        payloads.insert(payloads.begin(), together);
    std::vector<rtp_datagram> result;
    for (std::size_t nth = 0; nth < payloads.size(); ++nth)
        result.push_back(packet(payloads[nth], nth + 1 == payloads.size()));
    time += time_step;
    return result;
}

rtp_datagram rtp_sender::packet(std::span<const std::byte> payload, bool marker)
{
    ++sent;
    rtp_datagram result;
    put(result, 0x90, 1);
    put(result, (marker ? 0x80U : 0U) | payload_type, 1);
    put(result, sequence++, 2);
    put(result, time, 4);
    put(result, source, 4);
    put(result, 0x9011'0001, 4); // an extension of one word
    put(result, 0, 4);
    result.insert(result.end(), payload.begin(), payload.end());
    return result;
}

rtp_datagram rtp_sender::report(std::uint32_t sent_so_far) const
{
    rtp_datagram result;
    put(result, 0x80c8'0006, 4);
    put(result, source, 4);
    put(result, static_cast<std::uint32_t>(wall >> 32U), 4);
    put(result, static_cast<std::uint32_t>(wall), 4);
    put(result, time, 4);
    put(result, sent_so_far, 4);
    put(result, 0, 4); // bytes
    put(result, 0x81ca'0002, 4);
    put(result, source, 4);
    put(result, 0x0100'0000, 4);
    return result;
}

} // namespace thimble::tests
