// Prompts in the format of Anthropic's Messages API.
#include "models/body_text.hpp"
#include "models/wire_format.hpp"
#include "text/base64.hpp"

#include <algorithm>

namespace thimble::service::models {

namespace {

using nlohmann::ordered_json;

ordered_json text_block(const std::string& text)
{
    return {{"type", "text"}, {"text", text}};
}

ordered_json image_block(const screen::picture& shown)
{
    return {{"type", "image"},
            {"source",
             {{"type", "base64"},
              {"media_type", screen::media_type(shown.format)},
              {"data", encode_base64(*shown.data)}}}};
}

ordered_json thought_block(const thought& what)
{
    if (what.hidden)
        return {{"type", "redacted_thinking"}, {"data", what.signature}};
    return {{"type", "thinking"}, {"thinking", what.text}, {"signature", what.signature}};
}

ordered_json use_block(const tool_use& use)
{
    return {{"type", "tool_use"},
            {"id", use.id},
            {"name", use.name},
            {"input", ordered_json(arguments_object(use.arguments))}};
}

ordered_json result_block(const tool_result& result)
{
    auto content = ordered_json::array();
    if (!result.text.empty())
        content.push_back(text_block(result.text));
    for (const auto& each : result.pictures)
        content.push_back(image_block(each));
    ordered_json out{{"type", "tool_result"}, {"tool_use_id", result.id}};
    if (!content.empty()) // an empty list is refused
        out["content"] = std::move(content);
    if (result.failed)
        out["is_error"] = true;
    return out;
}

struct block_of {
    ordered_json operator()(const std::string& text) const { return text_block(text); }
    ordered_json operator()(const screen::picture& shown) const { return image_block(shown); }
    ordered_json operator()(const thought& what) const { return thought_block(what); }
    ordered_json operator()(const tool_use& use) const { return use_block(use); }
    ordered_json operator()(const tool_result& result) const { return result_block(result); }
};

/// The provider refuses texts that are empty, and thoughts that it does not know for its own.
bool is_said(const part& what)
{
    if (const auto* text = std::get_if<std::string>(&what))
        return !text->empty();
    const auto* thoughts = std::get_if<thought>(&what);
    return thoughts == nullptr || !thoughts->signature.empty();
}

ordered_json content_of(const message& said)
{
    auto out = ordered_json::array();
    for (const auto& each : said.parts) // results come first, whatever else is said
        if (std::holds_alternative<tool_result>(each))
            out.push_back(std::visit(block_of{}, each));
    for (const auto& each : said.parts)
        if (!std::holds_alternative<tool_result>(each) && is_said(each))
            out.push_back(std::visit(block_of{}, each));
    return out;
}

/// Everything up to and with this block is worth keeping for the next prompt.
void mark_for_cache(ordered_json& block)
{
    block["cache_control"] = {{"type", "ephemeral"}};
}

/// Thoughts cannot carry the mark.
void mark_last_block(ordered_json& content)
{
    for (auto block = content.rbegin(); block != content.rend(); ++block) {
        const auto& type = block->at("type").get_ref<const std::string&>();
        if (!type.ends_with("thinking"))
            return mark_for_cache(*block);
    }
}

ordered_json messages_of(const prompt& what)
{
    auto out = ordered_json::array();
    const auto stable = std::min(what.stable_messages, what.messages.size());
    for (std::size_t at = 0; at < what.messages.size(); ++at) {
        const auto& each = what.messages[at];
        auto content = content_of(each);
        if (content.empty())
            continue;
        if (at + 1 == stable)
            mark_last_block(content);
        out.push_back({{"role", each.from == speaker::user ? "user" : "assistant"},
                       {"content", std::move(content)}});
    }
    return out;
}

ordered_json tools_of(const prompt& what)
{
    auto out = ordered_json::array();
    for (const auto& each : what.tools)
        out.push_back({{"name", each.name},
                       {"description", each.description},
                       {"input_schema", each.schema}});
    mark_for_cache(out.back());
    return out;
}

} // namespace

std::string_view anthropic_format::path() const
{
    return "/v1/messages";
}

wire_format::header_fields anthropic_format::fields(const std::string& key) const
{
    header_fields out{{"anthropic-version", "2023-06-01"}};
    if (!key.empty())
        out.emplace_back("x-api-key", key);
    return out;
}

std::string anthropic_format::body(const prompt& what, std::string_view model) const
{
    ordered_json out{{"model", model}, {"max_tokens", what.max_tokens}, {"stream", true}};
    if (!what.system.empty()) {
        auto system = text_block(what.system);
        mark_for_cache(system);
        out["system"] = ordered_json::array({std::move(system)});
    }
    if (!what.tools.empty())
        out["tools"] = tools_of(what);
    out["messages"] = messages_of(what);
    return to_text(out);
}

} // namespace thimble::service::models
