#include "http/client/proxy.hpp"

#include "text/ascii.hpp"
#include "text/base64.hpp"
#include "text/url.hpp"

#include <boost/url/url_view.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>

namespace thimble::service::http {

namespace {

constexpr std::uint16_t usual_proxy_port = 80;
constexpr std::size_t longest_proxy = 2048;

struct proxy_variable {
    std::string name;
    std::string value;
};

/// The form in small letters is older and wins, as in other programs.
std::optional<proxy_variable> variable_of(const environment& variables,
                                          std::initializer_list<const char*> names)
{
    for (const auto* name : names)
        if (auto value = variables(name))
            return proxy_variable{.name = name, .value = std::move(*value)};
    return std::nullopt;
}

/// "::1" for "[::1]".
std::string_view without_brackets(std::string_view host)
{
    if (host.starts_with('[') && host.ends_with(']'))
        return host.substr(1, host.size() - 2);
    return host;
}

/// Takes the port off "phones.example:8443" and "[::1]:8443"; empty where there is none.
std::string_view take_port(std::string_view& entry)
{
    const auto colon = entry.rfind(':');
    const bool bare_ipv6 = !entry.starts_with('[') && entry.find(':') != colon;
    if (colon == std::string_view::npos || bare_ipv6 || entry.ends_with(']'))
        return {};
    const auto port = entry.substr(colon + 1);
    entry = entry.substr(0, colon);
    return port;
}

bool names_server(std::string_view entry, const server_address& server)
{
    if (entry == "*")
        return true;
    const auto port = take_port(entry);
    if (!port.empty() && port != std::to_string(server.port))
        return false;
    entry = without_brackets(entry);
    if (entry.starts_with('.'))
        entry.remove_prefix(1);
    const auto domain = to_lower(entry);
    return !domain.empty() && (server.host == domain || server.host.ends_with("." + domain));
}

bool is_listed(std::string_view list, const server_address& server)
{
    constexpr std::string_view separators = ", \t";
    while (!list.empty()) {
        const auto entry = list.substr(0, list.find_first_of(separators));
        list.remove_prefix(std::min(entry.size() + 1, list.size()));
        if (names_server(entry, server))
            return true;
    }
    return false;
}

std::string authorization_of(const boost::urls::url_view& url)
{
    if (!url.has_userinfo())
        return "";
    const auto who = url.user() + ":" + url.password();
    return "Basic " + encode_base64(std::as_bytes(std::span(who)));
}

std::expected<proxy, std::string> read_proxy(const proxy_variable& given)
{
    // "proxy.example:3128" is how many people write it.
    const auto text = given.value.contains("://") ? given.value : "http://" + given.value;
    const auto url = parse_url(std::string_view(text).substr(0, longest_proxy));
    if (text.size() > longest_proxy || !url || url->encoded_host().empty())
        return std::unexpected(
            fmt::format("{} is no address such as http://proxy.example:3128.", given.name));
    if (to_lower(std::string_view(url->scheme())) != "http")
        return std::unexpected(fmt::format(
            "{} names a kind of proxy that is not supported; use one with http://.", given.name));
    const bool usual = !url->has_port() || url->port().empty();
    const auto port = usual ? std::optional(usual_proxy_port) : parse_port(url->port());
    if (!port)
        return std::unexpected(fmt::format("The port in {} is not from 1 to 65535.", given.name));
    const std::string host = url->host();
    return proxy{.host = std::string(without_brackets(host)),
                 .port = *port,
                 .authorization = authorization_of(*url)};
}

} // namespace

std::string place_of(const proxy& what)
{
    return what.host.contains(':') ? fmt::format("[{}]:{}", what.host, what.port)
                                   : fmt::format("{}:{}", what.host, what.port);
}

std::expected<std::optional<proxy>, std::string> proxy_for(const server_address& server,
                                                           const environment& variables)
{
    if (server.loopback)
        return std::nullopt;
    const auto excepted = variable_of(variables, {"no_proxy", "NO_PROXY"});
    if (excepted && is_listed(excepted->value, server))
        return std::nullopt;
    const auto given =
        variable_of(variables, {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"});
    if (!given)
        return std::nullopt;
    return read_proxy(*given);
}

} // namespace thimble::service::http
