#include "virtualphone/services/afc_packet.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

constexpr std::string_view afc_magic = "CFA6LPAA";

std::uint64_t read_number(plist::byte_view from, std::size_t at)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
        value |= static_cast<std::uint64_t>(from[at + i]) << (8 * i);
    return value;
}

void add_number(plist::bytes& to, std::uint64_t value)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        to.push_back(static_cast<std::uint8_t>(value >> shift));
}

plist::bytes packet_of(const afc_request& to,
                       afc_operation operation,
                       plist::byte_view arguments,
                       plist::byte_view payload)
{
    plist::bytes packet(afc_magic.begin(), afc_magic.end());
    add_number(packet, afc_header_bytes + arguments.size() + payload.size());
    add_number(packet, afc_header_bytes + arguments.size());
    add_number(packet, to.header.number);
    add_number(packet, static_cast<std::uint64_t>(operation));
    packet.insert(packet.end(), arguments.begin(), arguments.end());
    packet.insert(packet.end(), payload.begin(), payload.end());
    return packet;
}

} // namespace

std::optional<afc_header> parse_afc_header(plist::byte_view header)
{
    if (header.size() != afc_header_bytes ||
        !std::ranges::equal(header.first(afc_magic.size()), afc_magic,
                            [](std::uint8_t byte, char wanted) {
                                return byte == static_cast<std::uint8_t>(wanted);
                            }))
        return std::nullopt;
    const auto whole = read_number(header, 8);
    const auto first = read_number(header, 16);
    if (first < afc_header_bytes || whole < first ||
        whole - afc_header_bytes > largest_afc_packet ||
        first - afc_header_bytes > largest_afc_arguments)
        return std::nullopt;
    return afc_header{.arguments = static_cast<std::size_t>(first - afc_header_bytes),
                      .payload = static_cast<std::size_t>(whole - first),
                      .number = read_number(header, 24),
                      .operation = static_cast<afc_operation>(read_number(header, 32))};
}

std::uint64_t afc_request::number_at(std::size_t at) const
{
    return at + 8 <= arguments.size() ? read_number(arguments, at) : 0;
}

std::vector<std::string> afc_request::texts_from(std::size_t at, std::size_t most) const
{
    std::vector<std::string> texts;
    auto from = arguments.begin() + static_cast<std::ptrdiff_t>(std::min(at, arguments.size()));
    while (from != arguments.end() && texts.size() < most) {
        const auto end = std::find(from, arguments.end(), std::uint8_t{0});
        texts.emplace_back(from, end);
        from = end == arguments.end() ? end : end + 1;
    }
    return texts;
}

plist::bytes afc_status(const afc_request& to, packages::file_status status)
{
    return afc_number(to, afc_operation::status, static_cast<std::uint64_t>(status));
}

plist::bytes afc_number(const afc_request& to, afc_operation operation, std::uint64_t number)
{
    plist::bytes arguments;
    add_number(arguments, number);
    return packet_of(to, operation, arguments, {});
}

plist::bytes afc_data(const afc_request& to, plist::byte_view content)
{
    return packet_of(to, afc_operation::data, {}, content);
}

plist::bytes afc_texts(const std::vector<std::string>& texts)
{
    plist::bytes content;
    for (const auto& each : texts) {
        content.insert(content.end(), each.begin(), each.end());
        content.push_back(0);
    }
    return content;
}

} // namespace thimble::virtualphone
