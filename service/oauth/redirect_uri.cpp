#include "service/oauth/redirect_uri.hpp"

#include "text/ascii.hpp"
#include "text/url.hpp"

#include <boost/url/param.hpp>
#include <boost/url/url.hpp>
#include <boost/url/url_view.hpp>

#include <utility>

namespace thimble::service::oauth {

namespace urls = boost::urls;

namespace {

constexpr std::size_t longest_uri = 500;

bool is_this_machine(const urls::url_view& uri)
{
    const auto host = to_lower(uri.host());
    return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

std::string without_port(urls::url uri)
{
    uri.remove_port();
    return std::string(uri.buffer());
}

} // namespace

std::expected<void, std::string> check_redirect_uri(std::string_view uri)
{
    const auto parsed = parse_url(uri);
    if (uri.size() > longest_uri || !parsed || !parsed->has_authority() || parsed->host().empty())
        return std::unexpected("must be an absolute URL of at most 500 characters");
    if (parsed->has_userinfo() || parsed->has_fragment())
        return std::unexpected("must have no user, password or fragment");
    const bool local = parsed->scheme_id() == urls::scheme::http && is_this_machine(*parsed);
    if (parsed->scheme_id() != urls::scheme::https && !local)
        return std::unexpected("must be https, or http on this machine");
    return {};
}

bool is_same_redirect(std::string_view registered, std::string_view asked)
{
    if (registered == asked)
        return true;
    const auto one = parse_url(registered);
    const auto other = parse_url(asked);
    if (!one || !other || one->scheme_id() != urls::scheme::http || !is_this_machine(*one))
        return false;
    return without_port(urls::url(*one)) == without_port(urls::url(*other));
}

bool is_on_this_machine(std::string_view uri)
{
    const auto parsed = parse_url(uri);
    return parsed && is_this_machine(*parsed);
}

std::string with_parameters(std::string_view uri,
                            std::initializer_list<std::pair<std::string_view, std::string>> more)
{
    urls::url out(uri);
    for (const auto& [name, value] : more)
        if (!value.empty())
            out.params().append(urls::param_view(name, value));
    return std::string(out.buffer());
}

std::string shown_host(std::string_view uri)
{
    const auto parsed = parse_url(uri);
    if (!parsed)
        return {};
    return is_this_machine(*parsed) ? "this computer" : to_lower(parsed->host());
}

} // namespace thimble::service::oauth
