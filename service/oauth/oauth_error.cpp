#include "service/oauth/oauth_error.hpp"

#include "http/json_response.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace thimble::service::oauth {

oauth_error invalid_request(std::string description)
{
    return {.code = "invalid_request", .description = std::move(description)};
}

oauth_error invalid_grant(std::string description)
{
    return {.code = "invalid_grant", .description = std::move(description)};
}

oauth_error invalid_target()
{
    return {.code = "invalid_target", .description = "resource is none of this server"};
}

oauth_error unavailable()
{
    return {.code = "temporarily_unavailable",
            .description = "The service cannot write this down now; its log says why",
            .status = 503};
}

http::response to_response(const oauth_error& what)
{
    nlohmann::ordered_json record;
    record["error"] = what.code;
    record["error_description"] = what.description;
    auto out = json_response(record, what.status);
    if (what.status == 429 || what.status == 503)
        out.set("Retry-After", "1");
    return out;
}

} // namespace thimble::service::oauth
