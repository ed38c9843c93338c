// Prompts as chat completions.
#include "models/body_text.hpp"
#include "models/wire_format.hpp"
#include "text/base64.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::service::models {

namespace {

using nlohmann::ordered_json;

ordered_json text_content(std::string_view text)
{
    return {{"type", "text"}, {"text", text}};
}

ordered_json image_content(const screen::picture& shown)
{
    const auto uri = fmt::format("data:{};base64,{}", screen::media_type(shown.format),
                                 encode_base64(*shown.data));
    return {{"type", "image_url"}, {"image_url", {{"url", uri}}}};
}

ordered_json call_of(const tool_use& use)
{
    return {{"id", use.id},
            {"type", "function"},
            {"function",
             {{"name", use.name},
              {"arguments", ordered_json(arguments_object(use.arguments)).dump()}}}};
}

/// Thoughts are not said again: this format has no place for them.
ordered_json from_model(const message& said)
{
    std::string text;
    auto calls = ordered_json::array();
    for (const auto& each : said.parts)
        if (const auto* piece = std::get_if<std::string>(&each))
            text += *piece;
        else if (const auto* use = std::get_if<tool_use>(&each))
            calls.push_back(call_of(*use));
    ordered_json out{{"role", "assistant"}, {"content", nullptr}};
    if (!text.empty() || calls.empty())
        out["content"] = text;
    if (!calls.empty())
        out["tool_calls"] = std::move(calls);
    return out;
}

/// There is no mark for a result that is an error, so it says so itself.
ordered_json result_message(const tool_result& result)
{
    return {{"role", "tool"},
            {"tool_call_id", result.id},
            {"content", result.failed ? "Error: " + result.text : result.text}};
}

/// Results hold text alone; their pictures follow in the name of the user.
void add_content(const tool_result& result, ordered_json& content)
{
    if (result.pictures.empty())
        return;
    content.push_back(text_content(fmt::format("This is shown by the result {}:", result.id)));
    for (const auto& each : result.pictures)
        content.push_back(image_content(each));
}

/// Servers that know no pictures want a plain text.
ordered_json plain_where_possible(ordered_json content)
{
    if (content.size() == 1 && content.front().at("type") == "text")
        return content.front().at("text");
    return content;
}

/// Results directly follow the message with their calls, so they are said before everything else.
void add_from_user(const message& said, ordered_json& out)
{
    auto content = ordered_json::array();
    for (const auto& each : said.parts)
        if (const auto* result = std::get_if<tool_result>(&each)) {
            out.push_back(result_message(*result));
            add_content(*result, content);
        }
    for (const auto& each : said.parts)
        if (const auto* text = std::get_if<std::string>(&each)) {
            if (!text->empty())
                content.push_back(text_content(*text));
        } else if (const auto* shown = std::get_if<screen::picture>(&each)) {
            content.push_back(image_content(*shown));
        }
    if (!content.empty())
        out.push_back({{"role", "user"}, {"content", plain_where_possible(std::move(content))}});
}

ordered_json chat_messages_of(const prompt& what)
{
    auto out = ordered_json::array();
    if (!what.system.empty())
        out.push_back({{"role", "system"}, {"content", what.system}});
    for (const auto& each : what.messages)
        if (each.from == speaker::user)
            add_from_user(each, out);
        else if (!each.parts.empty())
            out.push_back(from_model(each));
    return out;
}

ordered_json functions_of(const prompt& what)
{
    auto out = ordered_json::array();
    for (const auto& each : what.tools)
        out.push_back({{"type", "function"},
                       {"function",
                        {{"name", each.name},
                         {"description", each.description},
                         {"parameters", each.schema}}}});
    return out;
}

} // namespace

std::string_view openai_format::path() const
{
    return "/chat/completions";
}

wire_format::header_fields openai_format::fields(const std::string& key) const
{
    header_fields out;
    if (!key.empty())
        out.emplace_back("Authorization", "Bearer " + key);
    return out;
}

std::string openai_format::body(const prompt& what, std::string_view model) const
{
    const auto* const limit =
        limit_ == token_limit::max_tokens ? "max_tokens" : "max_completion_tokens";
    ordered_json out{{"model", model},
                     {limit, what.max_tokens},
                     {"stream", true},
                     {"stream_options", {{"include_usage", true}}}};
    if (!what.tools.empty())
        out["tools"] = functions_of(what);
    out["messages"] = chat_messages_of(what);
    return to_text(out);
}

} // namespace thimble::service::models
