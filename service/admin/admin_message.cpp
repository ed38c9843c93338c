#include "service/admin/admin_message.hpp"

#include <nlohmann/json.hpp>

namespace thimble::service {

using nlohmann::json;

namespace {

std::string to_line(const json& what)
{
    return what.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

/// nullptr when it is missing or of another type.
template <class Value>
const Value* typed_member(const json& of, const char* name)
{
    const auto found = of.find(name);
    return found == of.end() ? nullptr : found->get_ptr<const Value*>();
}

} // namespace

std::string to_line(const admin_request& what)
{
    return to_line(json{{"command", what.command}, {"arguments", what.arguments}});
}

std::string to_line(const admin_answer& what)
{
    return to_line(json{{"done", what.done}, {"text", what.text}});
}

std::optional<admin_request> parse_admin_request(std::string_view line)
{
    const auto read = json::parse(line, nullptr, false);
    if (!read.is_object())
        return std::nullopt;
    const auto* command = typed_member<std::string>(read, "command");
    const auto* arguments = typed_member<json::object_t>(read, "arguments");
    if (command == nullptr || arguments == nullptr)
        return std::nullopt;
    admin_request out{.command = *command, .arguments = {}};
    for (const auto& [name, value] : *arguments) {
        const auto* text = value.get_ptr<const std::string*>();
        if (text == nullptr)
            return std::nullopt;
        out.arguments.emplace(name, *text);
    }
    return out;
}

std::optional<admin_answer> parse_admin_answer(std::string_view line)
{
    const auto read = json::parse(line, nullptr, false);
    if (!read.is_object())
        return std::nullopt;
    const auto* done = typed_member<bool>(read, "done");
    const auto* text = typed_member<std::string>(read, "text");
    if (done == nullptr || text == nullptr)
        return std::nullopt;
    return admin_answer{.done = *done, .text = *text};
}

} // namespace thimble::service
