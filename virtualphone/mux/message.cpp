#include "virtualphone/mux/message.hpp"

#include <algorithm>

namespace thimble::virtualphone::mux {
namespace {

constexpr std::uint32_t product_id = 0x12A8;
constexpr std::uint32_t connection_speed = 480'000'000; // bits in a second
constexpr std::size_t binary_serial_size = 256;

void put(plist::bytes& to, std::uint64_t number, std::size_t width)
{
    for (std::size_t i = 0; i < width; ++i)
        to.push_back(static_cast<std::uint8_t>(number >> (8 * i)));
}

std::uint32_t get(plist::byte_view from, std::size_t at)
{
    return static_cast<std::uint32_t>(from[at]) | static_cast<std::uint32_t>(from[at + 1]) << 8 |
           static_cast<std::uint32_t>(from[at + 2]) << 16 |
           static_cast<std::uint32_t>(from[at + 3]) << 24;
}

plist::bytes frame(const plist::bytes& body, std::uint32_t version, kind what, std::uint32_t tag)
{
    plist::bytes framed;
    framed.reserve(header::size + body.size());
    put(framed, header::size + body.size(), 4);
    put(framed, version, 4);
    put(framed, what, 4);
    put(framed, tag, 4);
    framed.insert(framed.end(), body.begin(), body.end());
    return framed;
}

std::uint32_t location(const attachment& what)
{
    return 0x14100000 + what.device_id;
}

} // namespace

header parse_header(const std::array<std::uint8_t, header::size>& from)
{
    return {get(from, 0), get(from, 4), get(from, 8), get(from, 12)};
}

plist::bytes encode(const plist::value& message, std::uint32_t tag)
{
    return frame(plist::to_xml(message), 1, property_list_kind, tag);
}

plist::bytes encode_result(result number, std::uint32_t version, std::uint32_t tag)
{
    const auto code = static_cast<std::uint32_t>(number);
    if (version != 0)
        return encode({{"MessageType", "Result"}, {"Number", code}}, tag);
    plist::bytes body;
    put(body, code, 4);
    return frame(body, 0, result_kind, tag);
}

plist::value attached_event(const attachment& what)
{
    return {{"MessageType", "Attached"},
            {"DeviceID", what.device_id},
            {"Properties",
             {{"ConnectionSpeed", connection_speed},
              {"ConnectionType", "USB"},
              {"DeviceID", what.device_id},
              {"LocationID", location(what)},
              {"ProductID", product_id},
              {"SerialNumber", what.udid}}}};
}

plist::value device_event(std::string_view name, std::uint32_t device_id)
{
    return {{"MessageType", name}, {"DeviceID", device_id}};
}

plist::bytes encode_binary_attached(const attachment& what)
{
    plist::bytes body;
    put(body, what.device_id, 4);
    put(body, product_id, 2);
    const std::size_t serial = std::min(what.udid.size(), binary_serial_size - 1);
    body.insert(body.end(), what.udid.begin(),
                what.udid.begin() + static_cast<std::ptrdiff_t>(serial));
    body.resize(body.size() + binary_serial_size - serial);
    put(body, 0, 2);
    put(body, location(what), 4);
    return frame(body, 0, attached_kind, 0);
}

plist::bytes encode_binary_event(kind what, std::uint32_t device_id)
{
    plist::bytes body;
    put(body, device_id, 4);
    return frame(body, 0, what, 0);
}

std::optional<connect_request> parse_binary_connect(plist::byte_view body)
{
    if (body.size() < 6)
        return std::nullopt;
    return connect_request{get(body, 0), static_cast<std::uint16_t>(body[4] << 8 | body[5])};
}

std::uint16_t port_number(std::int64_t in_message)
{
    const auto low = static_cast<std::uint16_t>(in_message);
    return static_cast<std::uint16_t>(low << 8 | low >> 8);
}

} // namespace thimble::virtualphone::mux
