#include "service/accounts/csrf_check.hpp"

#include "service/accounts/digest_map.hpp"
#include "text/ascii.hpp"

namespace thimble::service {

using boost::beast::http::field;
using boost::beast::http::verb;

namespace {

failure foreign_origin()
{
    return {.code = "FOREIGN_ORIGIN",
            .message = "This comes from a page of another address than the one that it asks. "
                       "Behind a proxy, Host must come through as the browser has sent it."};
}

failure invalid_csrf_token()
{
    return {.code = "INVALID_CSRF_TOKEN",
            .message = "A write with a cookie needs the X-CSRF-Token that GET /v1/me has told."};
}

/// The host and port of "https://thimble.example:8345".
std::string_view authority_of(std::string_view origin)
{
    const auto scheme = origin.find("://");
    return scheme == std::string_view::npos ? origin : origin.substr(scheme + 3);
}

} // namespace

std::string csrf_token_of(std::string_view cookie_token)
{
    return to_text(digest_of("csrf " + std::string(cookie_token)));
}

bool is_read(const http::request& what)
{
    const auto method = what.head.method();
    return method == verb::get || method == verb::head || method == verb::options;
}

result<void> check_origin(const http::request& what)
{
    const auto origin = what.head.find(field::origin);
    if (origin == what.head.end() ||
        to_lower(authority_of(origin->value())) == to_lower(what.head[field::host]))
        return {};
    return std::unexpected(foreign_origin());
}

result<void> check_csrf(const http::request& what, std::string_view cookie_token)
{
    const bool opens_websocket = what.head.find(field::upgrade) != what.head.end();
    if (is_read(what) && !opens_websocket)
        return {};
    if (opens_websocket && what.head.find(field::origin) == what.head.end())
        return std::unexpected(foreign_origin());
    if (auto own = check_origin(what); !own || is_read(what))
        return own;
    const auto shown = digest_of(what.head["X-CSRF-Token"]);
    if (same_digest()(shown, digest_of(csrf_token_of(cookie_token))))
        return {};
    return std::unexpected(invalid_csrf_token());
}

} // namespace thimble::service
