#include "service/failure.hpp"

#include "service/json_response.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

struct code_and_status {
    std::string_view code;
    unsigned status;
};

constexpr std::array statuses{
    code_and_status{"AUTH_REQUIRED", 401},
    code_and_status{"INVALID_API_KEY", 401},
    code_and_status{"PHONE_NOT_FOUND", 404},
    code_and_status{"PHONE_NOT_CONNECTED", 400},
    code_and_status{"MAC_APP_NOT_RUNNING", 400},
    code_and_status{"TIMEOUT", 408},
    code_and_status{"SCREENSHOT_FAILED", 500},
    code_and_status{"EMPTY_BODY", 400},
    code_and_status{"INVALID_JSON", 400},
    code_and_status{"BAD_REQUEST", 400}, // not HTTP, or a path that cannot be decoded
    code_and_status{"INVALID_ARGUMENT", 422},
    code_and_status{"NO_PHONES_CONNECTED", 404},
    code_and_status{"NO_PHONE_SELECTED", 400},
    code_and_status{"PHONE_NOT_READY", 409},
    code_and_status{"UNSUPPORTED_ACTION", 409},
    code_and_status{"ACTION_FAILED", 502},
    code_and_status{"ELEMENT_NOT_FOUND", 404},
    code_and_status{"APP_NOT_FOUND", 404},
    code_and_status{"SHORTCUT_NOT_FOUND", 404},
    code_and_status{"STALE_FRAME", 409},
    code_and_status{"JOB_NOT_FOUND", 404},
    code_and_status{"DATA_NOT_FOUND", 404},
    code_and_status{"QUEUE_FULL", 503},
    code_and_status{"RATE_LIMITED", 429},
    code_and_status{"PAYLOAD_TOO_LARGE", 413},
    code_and_status{"HEADERS_TOO_LARGE", 431},
    code_and_status{"REQUEST_TIMEOUT", 408},
    code_and_status{"UNSUPPORTED_MEDIA_TYPE", 415},
    code_and_status{"NOT_FOUND", 404},
    code_and_status{"METHOD_NOT_ALLOWED", 405},
    code_and_status{"INTERNAL_ERROR", 500},
    // Otherwise only in jobs; a caller who has gone away does not read it.
    code_and_status{"CANCELLED", 409},
};

} // namespace

unsigned http_status(std::string_view code)
{
    const auto* const found = std::ranges::find(statuses, code, &code_and_status::code);
    return found == statuses.end() ? 500 : found->status;
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
    if (what.code == "QUEUE_FULL")
        out.set("Retry-After", "1");
    if (what.code == "RATE_LIMITED")
        out.set("Retry-After", what.context.at("retry_after_s").dump());
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
