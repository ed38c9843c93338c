#include "contract/failure.hpp"

#include "contract/error_codes.hpp"
#include "http/json_response.hpp"

namespace thimble::service {

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
    if (what.code == "QUEUE_FULL" || what.code == "NO_PHONE_FREE" || what.code == "NODE_CUT_OFF")
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
