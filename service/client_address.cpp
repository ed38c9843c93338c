#include "service/client_address.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/beast/core/string.hpp>

#include <algorithm>

namespace thimble::service {

namespace ip = boost::asio::ip;

namespace {

bool is_loopback(std::string_view address)
{
    boost::system::error_code unknown;
    const auto parsed = ip::make_address(address, unknown);
    return !unknown && parsed.is_loopback();
}

/// Of those with that name: a proxy may add one of its own below what its client has sent.
std::string_view last_line_of(const http::request& what, std::string_view name)
{
    std::string_view out;
    const auto [begin, end] = what.head.equal_range(name);
    for (auto each = begin; each != end; ++each)
        out = each->value();
    return out;
}

} // namespace

std::string origin_address(const http::request& what, std::string_view peer)
{
    if (!is_loopback(peer))
        return std::string(peer);
    const std::string_view passed_on = last_line_of(what, "X-Forwarded-For");
    const auto last =
        passed_on.substr(passed_on.rfind(',') + 1); // what the nearest proxy has added
    const auto begin = std::min(last.find_first_not_of(' '), last.size());
    boost::system::error_code unknown;
    const auto named = ip::make_address(last.substr(begin), unknown);
    return unknown ? std::string(peer) : named.to_string();
}

bool is_encrypted_by_proxy(const http::request& what, std::string_view peer)
{
    return is_loopback(peer) &&
           boost::beast::iequals(last_line_of(what, "X-Forwarded-Proto"), "https");
}

std::string network_of(std::string_view address)
{
    boost::system::error_code unknown;
    const auto parsed = ip::make_address(address, unknown);
    if (unknown || !parsed.is_v6())
        return std::string(address);
    auto bytes = parsed.to_v6().to_bytes();
    if (parsed.to_v6().is_v4_mapped())
        return ip::make_address_v4(ip::v4_mapped, parsed.to_v6()).to_string();
    for (std::size_t each = bytes.size() / 2; each < bytes.size(); ++each)
        bytes.at(each) = 0;
    return ip::address_v6(bytes).to_string() + "/64";
}

} // namespace thimble::service
