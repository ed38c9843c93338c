#include "contract/failure.hpp"

#include "contract/error_codes.hpp"
#include "http/json_response.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

bool is_over_soon(std::string_view code)
{
    constexpr std::array<std::string_view, 4> codes_for_a_moment{
        "QUEUE_FULL", "NO_PHONE_FREE", "NODE_CUT_OFF", "STORE_UNAVAILABLE"};
    return std::ranges::find(codes_for_a_moment, code) != codes_for_a_moment.end();
}

} // namespace

unsigned http_status(std::string_view code)
{
    const auto* const found = find_error_code(code);
    return found == nullptr ? 500 : found->status;
}

nlohmann::ordered_json error_record(const failure& what)
{
    nlohmann::ordered_json record;
    record["error"] = what.code;
    record["message"] = what.message;
    record["context"] = what.context;
    return record;
}

http::response to_response(const failure& what)
{
    auto out = json_response(error_record(what), http_status(what.code));
    if (out.status == 401)
        out.set("WWW-Authenticate", "Bearer");
    if (is_over_soon(what.code))
        out.set("Retry-After", "1");
    if (what.code == "RATE_LIMITED")
        out.set("Retry-After", std::to_string(what.context.value("retry_after_s", 1)));
    return out;
}

failure invalid_argument(std::string_view field,
                         std::string_view reason,
                         std::string_view rule,
                         nlohmann::json details)
{
    details["field"] = field;
    details["reason"] = reason;
    return {.code = "INVALID_ARGUMENT",
            .message = std::string(field) + " " + std::string(rule) + ".",
            .context = std::move(details)};
}

} // namespace thimble::service
