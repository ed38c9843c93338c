#include "http/client/server_address.hpp"

#include "text/ascii.hpp"
#include "text/whole_number.hpp"

#include <boost/asio/ip/address.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::service {

namespace {

constexpr std::size_t longest_host_name = 253; // of DNS
constexpr std::uint16_t https_port = 443;
constexpr std::uint16_t http_port = 80;

std::uint16_t usual_port(bool encrypted)
{
    return encrypted ? https_port : http_port;
}

bool is_host_name(std::string_view text)
{
    const auto fits = [](char c) {
        return is_lower(c) || is_digit(c) || c == '-' || c == '.' || c == '_';
    };
    return !text.empty() && text.size() <= longest_host_name && text.front() != '.' &&
           text.back() != '.' && !text.contains("..") && std::ranges::all_of(text, fits);
}

bool is_web(const boost::urls::url_view& url)
{
    return url.scheme_id() == boost::urls::scheme::https ||
           url.scheme_id() == boost::urls::scheme::http;
}

bool is_loopback(const std::string& host)
{
    boost::system::error_code is_name;
    const auto address = boost::asio::ip::make_address(host, is_name);
    return is_name ? host == "localhost" : address.is_loopback();
}

/// "[::1]" for "::1".
std::string bracketed(const std::string& host)
{
    return host.contains(':') ? "[" + host + "]" : host;
}

std::expected<std::string, std::string> host_of(const boost::urls::url_view& url)
{
    switch (url.host_type()) {
    case boost::urls::host_type::ipv4:
        return url.host_ipv4_address().to_string();
    case boost::urls::host_type::ipv6:
        return url.host_ipv6_address().to_string();
    default:
        break;
    }
    const std::string_view written = url.encoded_host();
    auto name = to_lower(written);
    if (!is_host_name(name))
        return std::unexpected("its host is no host name and no address");
    return name;
}

std::expected<std::uint16_t, std::string> port_of(const boost::urls::url_view& url, bool encrypted)
{
    if (!url.has_port() || url.port().empty())
        return usual_port(encrypted);
    const auto port = parse_port(url.port());
    if (!port)
        return std::unexpected("its port is not from 1 to 65535");
    return *port;
}

} // namespace

std::string server_address::authority() const
{
    return fmt::format("{}:{}", bracketed(host), port);
}

std::string server_address::url() const
{
    const auto* const scheme = encrypted ? "https" : "http";
    if (port == usual_port(encrypted))
        return fmt::format("{}://{}", scheme, bracketed(host));
    return fmt::format("{}://{}", scheme, authority());
}

std::optional<std::uint16_t> parse_port(std::string_view text)
{
    return whole_number<std::uint16_t>(text, 1);
}

std::expected<server_address, std::string> any_server_of(const boost::urls::url_view& url)
{
    if (!is_web(url))
        return std::unexpected("it must begin with https:// or http://");
    if (url.has_userinfo())
        return std::unexpected("it has a user or a password, which has no place there");
    server_address made{.encrypted = url.scheme_id() == boost::urls::scheme::https, .host = {}};
    auto host = host_of(url);
    if (!host)
        return std::unexpected(std::move(host.error()));
    const auto port = port_of(url, made.encrypted);
    if (!port)
        return std::unexpected(port.error());
    made.host = std::move(*host);
    made.port = *port;
    made.loopback = is_loopback(made.host);
    return made;
}

std::expected<server_address, std::string> server_of(const boost::urls::url_view& url)
{
    if (!is_web(url))
        return std::unexpected("it must begin with https:// (or http:// on this machine)");
    auto made = any_server_of(url);
    if (made && !made->encrypted && !made->loopback)
        return std::unexpected(
            "http:// would send keys and tokens unencrypted over the network; use "
            "https:// (http:// is for this machine alone)");
    return made;
}

} // namespace thimble::service
