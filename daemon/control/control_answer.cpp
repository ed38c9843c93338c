#include "daemon/control/control_answer.hpp"

#include "contract/failure.hpp"
#include "http/json_response.hpp"

namespace thimble::daemon {

using nlohmann::ordered_json;

std::string text_in(const ordered_json& record, const char* name)
{
    const auto found = record.find(name);
    return found != record.end() && found->is_string() ? found->get<std::string>() : std::string();
}

control_answer error_answer(std::string_view code, std::string_view message, nlohmann::json context)
{
    return {.record = service::error_record({.code = std::string(code),
                                             .message = std::string(message),
                                             .context = std::move(context)}),
            .picture = {}};
}

service::http::response to_response(control_answer what)
{
    const unsigned status =
        what.failed() ? service::http_status(what.record.at("error").get<std::string>()) : 200;
    auto out = service::json_response(what.record, status);
    if (what.picture.empty())
        return out;
    constexpr bool ascii_alone = true;
    out.headers.clear();
    out.set("Content-Type", "application/octet-stream");
    out.set(std::string(record_header),
            what.record.dump(-1, ' ', ascii_alone, ordered_json::error_handler_t::replace));
    out.body = std::move(what.picture);
    return out;
}

} // namespace thimble::daemon
