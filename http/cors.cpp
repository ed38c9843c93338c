#include "http/cors.hpp"

#include <algorithm>

namespace thimble::service::http {

using boost::beast::http::field;

namespace {
constexpr auto sent_headers = "Authorization, Content-Type, Idempotency-Key, If-None-Match, "
                              "Last-Event-ID, MCP-Protocol-Version, Mcp-Method, Mcp-Name, "
                              "Mcp-Session-Id, X-API-Key, X-Request-Id, traceparent";
constexpr auto read_headers =
    "ETag, Mcp-Session-Id, Retry-After, WWW-Authenticate, "
    "X-Captured-At, X-Frame-Id, X-Ignored-Query, X-Phone-Id, X-Request-Id, "
    "X-Screen-Height, X-Screen-Orientation, X-Screen-Scale, "
    "X-Screen-Width";
constexpr auto remembered_seconds = "600";
} // namespace

bool cors::permits(const request& from) const
{
    return std::ranges::find(origins_, std::string_view(from.head[field::origin])) !=
           origins_.end();
}

void cors::permit(const request& from, response& what) const
{
    if (origins_.empty())
        return;
    what.set("Vary", "Origin"); // whether this page may or not: caches are for all of them
    if (!permits(from))
        return;
    what.set("Access-Control-Allow-Origin", std::string(from.head[field::origin]));
    what.set("Access-Control-Expose-Headers", read_headers);
}

void cors::permit_ahead(const request& from, const std::string& methods, response& what) const
{
    if (!permits(from))
        return;
    what.set("Access-Control-Allow-Methods", methods);
    what.set("Access-Control-Allow-Headers", sent_headers);
    what.set("Access-Control-Max-Age", remembered_seconds);
}

} // namespace thimble::service::http
