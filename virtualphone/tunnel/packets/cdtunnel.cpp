#include "virtualphone/tunnel/packets/cdtunnel.hpp"

#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace thimble::virtualphone::tunnel {
namespace {

constexpr std::string_view magic = "CDTunnel";

} // namespace

std::optional<std::size_t>
cdtunnel_body_size(std::span<const std::uint8_t, cdtunnel_header_size> header)
{
    if (!std::ranges::equal(header.first(magic.size()), magic))
        return std::nullopt;
    return static_cast<std::size_t>(header[8]) << 8U | header[9];
}

std::expected<std::size_t, std::string> grant_mtu(byte_view request)
{
    const std::string text(request.begin(), request.end()); // libc++ has no traits of octets
    const auto parsed = nlohmann::json::parse(text, nullptr, false);
    if (!parsed.is_object())
        return std::unexpected("the request for a tunnel is no JSON object");
    const auto type = parsed.find("type");
    if (type == parsed.end() || *type != "clientHandshakeRequest")
        return std::unexpected("the request for a tunnel is of another type");
    const auto mtu = parsed.find("mtu");
    if (mtu == parsed.end() || !mtu->is_number_unsigned())
        return std::unexpected("the request for a tunnel names no mtu");
    return std::clamp<std::uint64_t>(mtu->get<std::uint64_t>(), smallest_mtu, largest_mtu);
}

bytes cdtunnel_answer(const grant& what)
{
    const std::string body = fmt::format(
        R"({{"type":"serverHandshakeResponse","clientParameters":{{"address":"{}","mtu":{},)"
        R"("netmask":"ffff:ffff:ffff:ffff::"}},"serverAddress":"{}","serverRSDPort":{}}})",
        to_text(what.host), what.mtu, to_text(what.phone), what.directory_port);
    bytes answer(magic.begin(), magic.end());
    answer.push_back(static_cast<std::uint8_t>(body.size() >> 8U));
    answer.push_back(static_cast<std::uint8_t>(body.size()));
    answer.insert(answer.end(), body.begin(), body.end());
    return answer;
}

grant addresses_of(std::string_view udid)
{
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325;
    for (const char c : udid)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3;
    constexpr std::uint8_t of_this_site = 0xFD;
    grant result;
    result.phone.octets[0] = of_this_site;
    for (std::size_t at = 1; at < 6; ++at)
        result.phone.octets.at(at) = static_cast<std::uint8_t>((hash >> (8 * at)) | 0x11U);
    result.host = result.phone;
    result.phone.octets[15] = 1;
    result.host.octets[15] = 2;
    return result;
}

std::string to_text(const address& what)
{
    const auto pair = [&](std::size_t at) {
        return static_cast<unsigned>(what.octets.at(at)) << 8U | what.octets.at(at + 1);
    };
    return fmt::format("{:x}:{:x}:{:x}::{:x}", pair(0), pair(2), pair(4), pair(14));
}

} // namespace thimble::virtualphone::tunnel
