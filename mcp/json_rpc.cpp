#include "mcp/json_rpc.hpp"

#include "link/strict_json.hpp"

#include <limits>
#include <utility>

namespace thimble::mcp {

using nlohmann::json;

namespace {

std::unexpected<refusal> not_a_message(std::optional<request_id> id, error why)
{
    return std::unexpected(refusal{.id = std::move(id), .why = std::move(why)});
}

/// The client's own error, as it says it; one that is malformed is an error all the same.
error error_of_reply(const json& what)
{
    error out{.message = "The client answered with an error"};
    if (!what.is_object())
        return out;
    if (const auto code = what.find("code"); code != what.end() && code->is_number_integer()) {
        const auto value = code->get<std::int64_t>();
        if (value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max())
            out.code = static_cast<int>(value);
    }
    if (const auto text = what.find("message"); text != what.end() && text->is_string())
        out.message = text->get<std::string>();
    return out;
}

std::expected<message, refusal> read_reply(json& from, const message_limits& limits)
{
    const auto refuse = [](std::string why) {
        return std::unexpected(
            refusal{.id = {}, .why = invalid_request(std::move(why)), .of_reply = true});
    };
    const auto id = from.find("id");
    const auto read = id == from.end() ? std::nullopt : to_request_id(*id, limits);
    if (!read)
        return refuse("A response needs the id of its request");
    if (from.contains("result") == from.contains("error"))
        return refuse("A response has either a result or an error");
    if (const auto why = from.find("error"); why != from.end())
        return reply{.id = *read, .outcome = std::unexpected(error_of_reply(*why))};
    if (!from["result"].is_object())
        return refuse("The result of a response is an object");
    return reply{.id = *read, .outcome = std::move(from["result"])};
}

std::optional<error> check_params(const json& params)
{
    if (params.is_object())
        return std::nullopt;
    if (params.is_array())
        return invalid_params("The parameters are an object, not an array");
    return invalid_request("\"params\" is an object");
}

std::expected<message, refusal> read_call(json& from, const message_limits& limits)
{
    std::optional<request_id> id;
    if (const auto given = from.find("id"); given != from.end()) {
        id = to_request_id(*given, limits);
        if (!id)
            return not_a_message({}, invalid_request("\"id\" is a string or an integer"));
    }
    if (from.contains("result") || from.contains("error"))
        return not_a_message(id, invalid_request("A message is a request or a response, not both"));
    auto& method = from["method"];
    if (!method.is_string() || method.get_ref<const std::string&>().empty())
        return not_a_message(id, invalid_request("\"method\" is a string"));
    if (method.get_ref<const std::string&>().size() > limits.name)
        return not_a_message(id, invalid_request("\"method\" is too long"));
    json params = json::object();
    if (const auto given = from.find("params"); given != from.end()) {
        if (auto wrong = check_params(*given))
            return not_a_message(id, std::move(*wrong));
        params = std::move(*given);
    }
    auto name = std::move(method.get_ref<std::string&>());
    if (!id)
        return notification{.method = std::move(name), .params = std::move(params)};
    return request{.id = std::move(*id), .method = std::move(name), .params = std::move(params)};
}

std::expected<message, refusal> read_one(json& from, const message_limits& limits)
{
    if (!from.is_object())
        return not_a_message({}, invalid_request("A message is an object"));
    const auto version = from.find("jsonrpc");
    if (version == from.end() || !version->is_string() || *version != "2.0") {
        const auto id = from.find("id");
        return not_a_message(id == from.end() ? std::nullopt : to_request_id(*id, limits),
                             invalid_request("\"jsonrpc\" is \"2.0\""));
    }
    if (from.contains("method"))
        return read_call(from, limits);
    if (from.contains("result") || from.contains("error"))
        return read_reply(from, limits);
    const auto id = from.find("id");
    return not_a_message(id == from.end() ? std::nullopt : to_request_id(*id, limits),
                         invalid_request("\"method\" is missing"));
}

} // namespace

std::optional<request_id> to_request_id(const json& value, const message_limits& limits)
{
    if (value.is_string() && value.get_ref<const std::string&>().size() <= limits.name)
        return value.get<std::string>();
    if (!value.is_number_integer())
        return std::nullopt;
    // A number that does not fit into 64 bits has been brought to the nearest that does.
    const auto number = value.get<std::int64_t>();
    using bounds = std::numeric_limits<std::int64_t>;
    if (number == bounds::min() || number == bounds::max())
        return std::nullopt;
    return number;
}

std::expected<incoming, refusal> read_messages(std::string_view text, const message_limits& limits)
{
    if (text.size() > limits.bytes)
        return not_a_message({}, invalid_request("The message is too large"));
    if (const auto zero = text.find('\0'); zero != std::string_view::npos) // for the parser, an end
        return not_a_message({}, {.code = code::parse_error,
                                  .message = "Parse error: it is not valid JSON in UTF-8",
                                  .data = {{"offset", zero}}});
    auto read = link::parse_json(text, {.nesting = limits.nesting, .values = limits.values});
    if (!read)
        return not_a_message({}, {.code = code::parse_error,
                                  .message = "Parse error: " + std::string(read.error().what),
                                  .data = {{"offset", read.error().offset}}});
    incoming out;
    if (!read->is_array()) {
        out.parts.push_back(read_one(*read, limits));
        return out;
    }
    if (read->empty() || read->size() > limits.batch)
        return not_a_message({}, invalid_request("A batch has between 1 and " +
                                                 std::to_string(limits.batch) + " messages"));
    out.batch = true;
    for (auto& each : *read)
        out.parts.push_back(read_one(each, limits));
    return out;
}

json to_json(const request_id& id)
{
    return std::visit([](const auto& value) { return json(value); }, id);
}

json to_response(const request_id& id, json result)
{
    return {{"jsonrpc", "2.0"}, {"id", to_json(id)}, {"result", std::move(result)}};
}

json to_response(const std::optional<request_id>& id, const error& why)
{
    json out{{"jsonrpc", "2.0"}, {"error", to_json(why)}};
    if (id)
        out["id"] = to_json(*id);
    return out;
}

json to_request(const request_id& id, std::string_view method, json params)
{
    return {
        {"jsonrpc", "2.0"}, {"id", to_json(id)}, {"method", method}, {"params", std::move(params)}};
}

json to_notification(std::string_view method, json params)
{
    return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

std::string to_text(const json& what)
{
    return what.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace thimble::mcp
