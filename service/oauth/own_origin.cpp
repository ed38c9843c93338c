#include "service/oauth/own_origin.hpp"

#include "http/client_address.hpp"
#include "text/ascii.hpp"
#include "text/url.hpp"

#include <boost/url/url_view.hpp>

#include <optional>

namespace thimble::service::oauth {

namespace {

struct resource_name {
    std::string scheme;
    std::string authority; // without the scheme's own port
    std::string path;

    friend bool operator==(const resource_name&, const resource_name&) = default;
};

std::string usual_port(std::string_view scheme)
{
    return scheme == "https" ? "443" : "80";
}

std::optional<resource_name> read_resource(std::string_view text)
{
    const auto uri = parse_url(text);
    if (!uri || !uri->has_authority() || uri->has_userinfo() || uri->has_fragment() ||
        uri->has_query())
        return std::nullopt;
    resource_name out{.scheme = to_lower(std::string_view(uri->scheme())),
                      .authority = to_lower(std::string(uri->encoded_host())),
                      .path = std::string(uri->encoded_path())};
    const std::string port(uri->port());
    if (!port.empty() && port != usual_port(out.scheme))
        out.authority += ":" + port;
    if (out.path.ends_with('/'))
        out.path.pop_back();
    return out;
}

} // namespace

std::string
origin_of(const own_addresses& here, const http::request& what, const http::caller& from)
{
    const std::string_view host = what.head[boost::beast::http::field::host];
    const bool encrypted = here.are_encrypted(host) || http::is_encrypted_by_proxy(what, from);
    return (encrypted ? "https://" : "http://") + to_lower(host);
}

bool is_same_resource(std::string_view one, std::string_view other)
{
    const auto first = read_resource(one);
    return first && first == read_resource(other);
}

bool is_audience(std::string_view audience, std::string_view host)
{
    const auto wanted = read_resource(audience);
    if (!wanted)
        return false;
    const auto asked =
        read_resource(wanted->scheme + "://" + to_lower(host) + std::string(mcp_path));
    return asked && *asked == *wanted;
}

} // namespace thimble::service::oauth
