#include "service/gateway/gateway_failures.hpp"

#include <utility>

namespace thimble::service {

failure not_found(const std::string& nearest)
{
    failure out{.code = "NOT_FOUND", .message = "There is nothing at this path."};
    if (nearest.empty())
        return out;
    out.message += " Is " + nearest + " meant?";
    out.context["nearest"] = nearest;
    return out;
}

failure internal_error()
{
    return {.code = "INTERNAL_ERROR",
            .message = "Something went wrong in the service; its log says what, under the id in "
                       "X-Request-Id."};
}

failure not_looked_up(const store_failed& why)
{
    auto otherwise = internal_error();
    if (why.problem().away)
        otherwise.message = "The store of the service does not answer now, so this cannot be "
                            "looked up; send it again.";
    return failure_of_store(why.problem(), std::move(otherwise));
}

failure node_cut_off()
{
    return {.code = "NODE_CUT_OFF",
            .message = "This node of the service hears nothing of the others and does not know "
                       "what they have done; another node answers, and so does this one as soon "
                       "as it hears them again."};
}

failure bad_request()
{
    return {.code = "BAD_REQUEST", .message = "This is not a request that can be understood."};
}

failure revoked_meanwhile()
{
    return {.code = "INVALID_API_KEY", .message = "This API key has been revoked meanwhile."};
}

failure rate_limited(std::chrono::steady_clock::duration wait)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return {.code = "RATE_LIMITED",
            .message = "This key has made more requests than it may; wait before the next.",
            .context = {{"retry_after_s", seconds}}};
}

failure too_many_wrong_keys(std::chrono::steady_clock::duration wait)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return {.code = "RATE_LIMITED",
            .message = "Too many wrong API keys have come from this address; wait before the next.",
            .context = {{"retry_after_s", seconds}}};
}

failure unknown_host()
{
    return {.code = "UNKNOWN_HOST",
            .message = "This service is not known by the name in Host. On its own machine it is "
                       "localhost, 127.0.0.1 and [::1]; any other name, such as that of a proxy in "
                       "front, has to be among its --public-urls."};
}

failure refusal_of(http::refusal why)
{
    if (why == http::refusal::headers_too_large)
        return {.code = "HEADERS_TOO_LARGE",
                .message = "The request line and headers are longer than this service takes."};
    if (why == http::refusal::timed_out)
        return {.code = "REQUEST_TIMEOUT",
                .message = "The request did not arrive completely in time."};
    if (why == http::refusal::over_share)
        return {.code = "RATE_LIMITED",
                .message = "Too many requests from this address are under way; try again when one "
                           "has been answered.",
                .context = {{"retry_after_s", 1}}};
    return bad_request();
}

failure no_scope(scope_set needed)
{
    std::string names;
    for (const auto& each : needed.names())
        names += (names.empty() ? "" : " or ") + each;
    return {.code = "FORBIDDEN",
            .message = "This needs a key with the scope " + names + ".",
            .context = {{"reason", "scope"}, {"missing", needed.names()}}};
}

failure not_for_some_phones()
{
    return {.code = "FORBIDDEN",
            .message = "This concerns the whole account, and the key is for some of its phones.",
            .context = {{"reason", "phones"}, {"missing", nlohmann::json::array()}}};
}

failure not_for_this_phone()
{
    return {.code = "FORBIDDEN",
            .message = "This Idempotency-Key was used for a phone that the key is not for.",
            .context = {{"reason", "phones"}, {"missing", nlohmann::json::array()}}};
}

failure no_subscription()
{
    return {.code = "SUBSCRIPTION_REQUIRED", .message = "This account has no active subscription."};
}

} // namespace thimble::service
