#include "daemon/control/control_message.hpp"

#include "contract/strict_json.hpp"

namespace thimble::daemon {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// On one line, because JSON text has no line end of its own then; what is not UTF-8 is replaced.
template <class Json>
std::string one_line(const Json& what)
{
    return what.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

control_answer to_answer(const service::failure& what)
{
    return {.record = service::error_record(what), .picture = {}};
}

control_answer wrong_field(std::string_view field, std::string_view rule)
{
    return to_answer(service::invalid_argument(field, "malformed", rule));
}

json to_json(const debug_request& what)
{
    json record{{"request", "debug"}, {"action", what.action}};
    if (what.phone)
        record["phone"] = *what.phone;
    if (what.passcode)
        record["passcode"] = *what.passcode;
    return record;
}

json to_json(const status_request& /*what*/)
{
    return {{"request", "status"}};
}

json to_json(const sign_in_request& /*what*/)
{
    return {{"request", "sign-in"}};
}

/// False when the member is there and no string.
bool read_text(const json& record, const char* name, std::optional<std::string>& out)
{
    const auto found = record.find(name);
    if (found == record.end())
        return true;
    if (!found->is_string())
        return false;
    out = found->get<std::string>();
    return true;
}

std::expected<control_request, control_answer> parse_debug(const json& record)
{
    if (!record.contains("action") || !record.at("action").is_string())
        return std::unexpected(wrong_field("action", "must be a string"));
    debug_request request{
        .action = record.at("action").get<std::string>(), .phone = {}, .passcode = {}};
    if (!read_text(record, "phone", request.phone))
        return std::unexpected(wrong_field("phone", "must be a string"));
    if (!read_text(record, "passcode", request.passcode))
        return std::unexpected(wrong_field("passcode", "must be a string"));
    return request;
}

} // namespace

control_answer error_answer(std::string_view code, std::string_view message, nlohmann::json context)
{
    return to_answer({.code = std::string(code),
                      .message = std::string(message),
                      .context = std::move(context)});
}

std::string to_line(const control_request& what)
{
    return one_line(std::visit([](const auto& one) { return to_json(one); }, what));
}

std::string to_line(const control_answer& what)
{
    if (what.picture.empty())
        return one_line(what.record);
    ordered_json record = what.record;
    record["picture_bytes"] = what.picture.size();
    return one_line(record);
}

std::expected<control_request, control_answer> parse_request(std::string_view line)
{
    const auto record = service::parse_json(line);
    if (!record)
        return std::unexpected(to_answer(record.error()));
    if (!record->is_object() || !record->contains("request"))
        return std::unexpected(wrong_field("request", "must be there"));
    const json& name = record->at("request");
    if (name == "debug")
        return parse_debug(*record);
    if (name == "status")
        return status_request{};
    if (name == "sign-in")
        return sign_in_request{};
    return std::unexpected(wrong_field("request", "must be \"debug\", \"status\" or \"sign-in\""));
}

std::optional<answer_head> parse_answer(std::string_view line)
{
    answer_head head{.record = ordered_json::parse(line, nullptr, false)};
    if (!head.record.is_object())
        return std::nullopt;
    const auto bytes = head.record.find("picture_bytes");
    if (bytes == head.record.end())
        return head;
    if (!bytes->is_number_unsigned() || bytes->get<std::size_t>() > longest_picture)
        return std::nullopt;
    head.picture_bytes = bytes->get<std::size_t>();
    head.record.erase(bytes);
    return head;
}

} // namespace thimble::daemon
