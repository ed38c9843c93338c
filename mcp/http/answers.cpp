#include "mcp/http/answers.hpp"

#include <utility>

namespace thimble::mcp::http {

unsigned status_of(const error& why)
{
    constexpr unsigned ok = 200;
    constexpr unsigned bad_request = 400;
    constexpr unsigned not_found = 404;
    if (why.code == code::method_not_found)
        return not_found;
    const bool malformed = why.code == code::parse_error || why.code == code::invalid_request;
    return why.of_envelope || malformed ? bad_request : ok;
}

service::http::response json_answer(unsigned status, std::string message)
{
    service::http::response out;
    out.status = status;
    out.body = std::move(message);
    out.set("Content-Type", "application/json");
    out.set("Cache-Control", "no-store");
    return out;
}

service::http::response
error_answer(unsigned status, const error& why, const std::optional<request_id>& id)
{
    return json_answer(status, to_text(to_response(id, why)));
}

service::http::response empty_answer(unsigned status)
{
    service::http::response out;
    out.status = status;
    return out;
}

service::http::response method_not_allowed(const char* allowed)
{
    auto out = error_answer(405, invalid_request("This method is not allowed here"));
    out.set("Allow", allowed);
    return out;
}

} // namespace thimble::mcp::http
