#include "mcp/http/headers.hpp"

#include "text/ascii.hpp"
#include "text/base64.hpp"
#include "text/lists.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>
#include <utility>

namespace thimble::mcp::http {

namespace beast = boost::beast;
using nlohmann::json;

namespace {

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> names)
{
    return std::ranges::any_of(names, [&](auto each) { return beast::iequals(type, each); });
}

/// The member that `Mcp-Name` has to repeat, if any.
const std::string* named_in(const request& body)
{
    const auto text = [&](const char* name) -> const std::string* {
        const auto found = body.params.find(name);
        return found == body.params.end() ? nullptr : found->get_ptr<const json::string_t*>();
    };
    if (body.method == "tools/call" || body.method == "prompts/get")
        return text("name");
    return body.method == "resources/read" ? text("uri") : nullptr;
}

bool says_the_same(const std::string& header, const json& value)
{
    if (const auto* text = value.get_ptr<const json::string_t*>())
        return header == *text;
    if (value.is_boolean())
        return header == (value.get<bool>() ? "true" : "false");
    if (!value.is_number())
        return false;
    const auto said = json::parse(header, nullptr, false);
    return said.is_number() && said.get<double>() == value.get<double>();
}

std::optional<error> check_argument_header(const service::http::request& what,
                                           const std::string& marked,
                                           const json* value)
{
    const auto name = "Mcp-Param-" + marked;
    const auto header = only_header(what, name);
    if (!header)
        return header_mismatch(name + " is there twice");
    const bool present = what.head.find(name) != what.head.end();
    if (value == nullptr || value->is_null())
        return present ? std::optional(header_mismatch(name + " has no argument")) : std::nullopt;
    if (!present)
        return header_mismatch(name + " is missing");
    const auto decoded = decoded_header(*header);
    if (!decoded || !says_the_same(*decoded, *value))
        return header_mismatch(name + " does not say what the argument says");
    return std::nullopt;
}

/// Goes down `properties` alone, as the protocol has it.
std::optional<error>
check_marked(const service::http::request& what, const json& schema, const json* value, int depth)
{
    constexpr int deepest = 8;
    if (const auto mark = schema.find("x-mcp-header"); mark != schema.end() && mark->is_string())
        return check_argument_header(what, mark->get<std::string>(), value);
    const auto properties = schema.find("properties");
    if (properties == schema.end() || !properties->is_object() || depth == deepest)
        return std::nullopt;
    for (const auto& [name, below] : properties->items()) {
        const json* member = nullptr;
        if (value != nullptr && value->is_object()) {
            const auto found = value->find(name);
            member = found == value->end() ? nullptr : &*found;
        }
        if (!below.is_object())
            continue;
        if (auto wrong = check_marked(what, below, member, depth + 1))
            return wrong;
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string_view> only_header(const service::http::request& of, std::string_view name)
{
    if (of.head.count(name) > 1)
        return std::nullopt;
    const auto found = of.head[name];
    return service::trim(found);
}

std::optional<service::trace_context> trace_in(const service::http::request& of)
{
    const auto given = only_header(of, service::trace_context::field);
    return given ? service::trace_context::parse(*given) : std::nullopt;
}

accepted accepted_by(const service::http::request& what)
{
    const auto given = what.head[beast::http::field::accept];
    if (given.empty())
        return {};
    accepted out{.json = false, .events = false};
    for (std::string_view list = given; !list.empty();) {
        auto part = service::take_until(',', list);
        const auto type = service::trim(service::take_until(';', part));
        out.json = out.json || is_one_of(type, {"application/json", "application/*", "*/*"});
        out.events = out.events || is_one_of(type, {"text/event-stream", "text/*", "*/*"});
    }
    return out;
}

bool is_json(const service::http::request& what)
{
    std::string_view type = what.head[beast::http::field::content_type];
    return beast::iequals(service::trim(service::take_until(';', type)), "application/json");
}

std::optional<std::string> decoded_header(std::string_view value)
{
    constexpr std::string_view before = "=?base64?";
    constexpr std::string_view after = "?=";
    if (value.size() < before.size() + after.size() || !value.starts_with(before) ||
        !value.ends_with(after))
        return std::string(value);
    value.remove_prefix(before.size());
    value.remove_suffix(after.size());
    return service::decode_base64_strictly(value);
}

error header_mismatch(std::string message)
{
    return {.code = code::header_mismatch,
            .message = "Header mismatch: " + std::move(message),
            .of_envelope = true};
}

std::optional<error> check_headers(const service::http::request& what, const request& body)
{
    const auto method = only_header(what, "Mcp-Method");
    if (!method || *method != body.method)
        return header_mismatch("Mcp-Method is not the method of the body");
    const auto* named = named_in(body);
    if (named == nullptr)
        return std::nullopt;
    const auto given = only_header(what, "Mcp-Name");
    const auto name = given ? decoded_header(*given) : std::nullopt;
    if (!name || *name != *named)
        return header_mismatch("Mcp-Name is not the name in the body");
    return std::nullopt;
}

std::optional<error>
check_argument_headers(const service::http::request& what, const tool& of, const json& arguments)
{
    return check_marked(what, of.input_schema, &arguments, 0);
}

} // namespace thimble::mcp::http
