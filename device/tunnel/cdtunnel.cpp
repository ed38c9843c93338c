#include "device/tunnel/cdtunnel.hpp"

#include "device/tunnel/big_endian.hpp"

#include <boost/asio/ip/address_v6.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>

namespace thimble::device::tunnel {
namespace {

constexpr std::string_view magic = "CDTunnel";

/// A phone's answer has about 200 bytes.
constexpr std::size_t most_answer_bytes = 8192;

std::span<const std::byte> bytes_of(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

const nlohmann::json* member_of(const nlohmann::json& object, std::string_view name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

std::optional<ipv6_address> address_in(const nlohmann::json& object, std::string_view name)
{
    const auto* value = member_of(object, name);
    if (value == nullptr || !value->is_string())
        return std::nullopt;
    boost::system::error_code failed;
    const auto parsed =
        boost::asio::ip::make_address_v6(value->get_ref<const std::string&>(), failed);
    if (failed || parsed.is_unspecified() || parsed.is_multicast() || parsed.is_loopback())
        return std::nullopt;
    return parsed.to_bytes();
}

std::optional<std::uint16_t>
number_in(const nlohmann::json& object, std::string_view name, std::uint16_t least)
{
    const auto* value = member_of(object, name);
    if (value == nullptr || !value->is_number_unsigned())
        return std::nullopt;
    const auto number = value->get<std::uint64_t>();
    if (number < least || number > 65'535)
        return std::nullopt;
    return static_cast<std::uint16_t>(number);
}

} // namespace

std::string to_text(const ipv6_address& what)
{
    return boost::asio::ip::make_address_v6(what).to_string();
}

std::vector<std::byte> handshake_request(std::uint16_t mtu)
{
    const auto body = R"({"type":"clientHandshakeRequest","mtu":)" + std::to_string(mtu) + "}";
    std::vector<std::byte> request(handshake_header_bytes);
    std::ranges::copy(bytes_of(magic), request.begin());
    write_u16(request, magic.size(), static_cast<std::uint16_t>(body.size()));
    const auto text = bytes_of(body);
    request.insert(request.end(), text.begin(), text.end());
    return request;
}

handshake_result<std::size_t> answer_length(std::span<const std::byte> header)
{
    if (!std::ranges::equal(header.first(magic.size()), bytes_of(magic)))
        return std::unexpected("does not begin as one");
    const std::size_t length = read_u16(header, magic.size());
    if (length > most_answer_bytes)
        return std::unexpected("is too long");
    return length;
}

handshake_result<granted_tunnel> parse_answer(std::string_view body, std::uint16_t asked)
{
    const auto answer = nlohmann::json::parse(body, nullptr, false);
    if (answer.is_discarded())
        return std::unexpected("is no JSON");
    const auto* type = member_of(answer, "type");
    if (type == nullptr || *type != "serverHandshakeResponse")
        return std::unexpected("has another type");
    const auto* ours = member_of(answer, "clientParameters");
    if (ours == nullptr)
        return std::unexpected("has no parameters");
    const auto host = address_in(*ours, "address");
    const auto phone = address_in(answer, "serverAddress");
    if (!host || !phone || *host == *phone)
        return std::unexpected("lacks an address");
    const auto mtu = number_in(*ours, "mtu", least_mtu);
    if (!mtu || *mtu > asked)
        return std::unexpected("grants no size of packets that can be used");
    const auto port = number_in(answer, "serverRSDPort", 1);
    if (!port)
        return std::unexpected("lacks the directory's port");
    return granted_tunnel{.host = *host, .phone = *phone, .mtu = *mtu, .directory_port = *port};
}

} // namespace thimble::device::tunnel
