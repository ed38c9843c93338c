#include "http/client_address.hpp"

#include "text/ascii.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/string.hpp>

#include <algorithm>
#include <optional>

namespace thimble::service::http {

namespace ip = boost::asio::ip;
using boost::system::error_code;

namespace {

constexpr unsigned short single_v4 = 32; // bits of a network that is one address
constexpr unsigned short single_v6 = 128;
constexpr unsigned short subscriber_v6 = 64;

/// A socket that serves IPv4 and IPv6 sees IPv4 peers as mapped addresses.
std::optional<ip::address> parse_address(std::string_view text)
{
    error_code failed;
    const auto parsed = ip::make_address(text, failed);
    if (failed)
        return std::nullopt;
    if (parsed.is_v6() && parsed.to_v6().is_v4_mapped())
        return ip::make_address_v4(ip::v4_mapped, parsed.to_v6());
    return parsed;
}

bool contains(const ip::network_v4& network, const ip::address_v4& address)
{
    return ip::network_v4(address, network.prefix_length()).canonical() == network.canonical();
}

bool contains(const ip::network_v6& network, const ip::address_v6& address)
{
    return ip::network_v6(address, network.prefix_length()).canonical() == network.canonical();
}

/// A proxy may add a line of its own below those that its client has sent.
std::string_view last_line_of(const boost::beast::http::request_header<>& head,
                              std::string_view name)
{
    std::string_view out;
    const auto [begin, end] = head.equal_range(name);
    for (auto each = begin; each != end; ++each)
        out = each->value();
    return out;
}

/// Takes the last element, and the comma before it, from `list`.
std::string_view take_last(std::string_view& list)
{
    const auto comma = list.rfind(',');
    const auto last = comma == std::string_view::npos ? list : list.substr(comma + 1);
    list = list.substr(0, comma == std::string_view::npos ? 0 : comma);
    return trim(last);
}

} // namespace

std::string network_of(std::string_view address)
{
    const auto parsed = parse_address(address);
    if (!parsed)
        return std::string(address);
    return parsed->is_v4() ? parsed->to_string()
                           : ip::network_v6(parsed->to_v6(), subscriber_v6).canonical().to_string();
}

trusted_proxies::trusted_proxies()
    : v4_{ip::network_v4(ip::address_v4::loopback(), 8)},
      v6_{ip::network_v6(ip::address_v6::loopback(), single_v6)}
{
}

std::expected<trusted_proxies, std::string> trusted_proxies::parse(std::string_view list)
{
    trusted_proxies out;
    out.v4_.clear();
    out.v6_.clear();
    while (!list.empty()) {
        const auto element = take_last(list);
        error_code not_v4;
        error_code not_v6;
        if (const auto address = parse_address(element)) {
            if (address->is_v4())
                out.v4_.emplace_back(address->to_v4(), single_v4);
            else
                out.v6_.emplace_back(address->to_v6(), single_v6);
            continue;
        }
        const auto v4 = ip::make_network_v4(element, not_v4);
        const auto v6 = ip::make_network_v6(element, not_v6);
        if (not_v4 && not_v6)
            return std::unexpected(std::string(element));
        if (!not_v4)
            out.v4_.push_back(v4);
        else
            out.v6_.push_back(v6);
    }
    return out;
}

bool trusted_proxies::trusts(std::string_view address) const
{
    const auto parsed = parse_address(address);
    if (!parsed)
        return false;
    if (parsed->is_v4())
        return std::ranges::any_of(
            v4_, [&](const auto& each) { return contains(each, parsed->to_v4()); });
    return std::ranges::any_of(v6_,
                               [&](const auto& each) { return contains(each, parsed->to_v6()); });
}

std::string trusted_proxies::client_of(const boost::beast::http::request_header<>& head,
                                       const std::string& peer) const
{
    auto named = peer;
    auto passed_on = last_line_of(head, "X-Forwarded-For");
    while (!passed_on.empty() && trusts(named)) {
        const auto next = parse_address(take_last(passed_on));
        if (!next)
            break;
        named = next->to_string();
    }
    return named;
}

bool is_encrypted_by_proxy(const request& what, const caller& from)
{
    return from.proxied() &&
           boost::beast::iequals(last_line_of(what.head, "X-Forwarded-Proto"), "https");
}

} // namespace thimble::service::http
