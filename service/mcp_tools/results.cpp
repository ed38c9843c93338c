#include "service/mcp_tools/results.hpp"

#include "mcp/content.hpp"

#include <utility>

namespace thimble::service::mcp_tools {

using nlohmann::json;

namespace {

constexpr std::size_t most_context = 1200; // bytes

bool continues_character(char octet)
{
    return (static_cast<unsigned char>(octet) & 0xC0U) == 0x80U;
}

/// Members that say what to do otherwise; the rest is for programs.
std::string help_in(const json& context)
{
    json out = json::object();
    for (const auto* name : {"field", "reason", "cause", "candidates", "retry_with", "blockers",
                             "allow", "steps", "alert", "minimum", "maximum", "screen"})
        if (const auto found = context.find(name); found != context.end())
            out[name] = *found;
    if (out.empty())
        return {};
    return cut_to(out.dump(-1, ' ', false, json::error_handler_t::replace), most_context);
}

} // namespace

std::string cut_to(std::string text, std::size_t bytes)
{
    constexpr std::string_view rest = "\n(cut)";
    if (text.size() <= bytes)
        return text;
    auto end = bytes - rest.size();
    while (end > 0 && continues_character(text[end]))
        --end;
    if (const auto line = text.rfind('\n', end); line != std::string::npos && line > end / 2)
        end = line;
    text.resize(end);
    text += rest;
    return text;
}

mcp::tool_result told(std::string text, json structured)
{
    mcp::tool_result out;
    out.content.push_back(mcp::content::text(cut_to(std::move(text), most_text)));
    out.structured = std::move(structured);
    return out;
}

mcp::tool_result failed(std::string why)
{
    mcp::tool_result out;
    out.content.push_back(mcp::content::text(cut_to(std::move(why), most_text)));
    out.is_error = true;
    return out;
}

mcp::tool_result failed(const rest_answer& how, std::string_view more)
{
    const bool says_why = how.record.is_object() && how.record.contains("error");
    std::string text = says_why ? how.record.value("error", std::string()) + ": " +
                                      how.record.value("message", std::string())
                                : "The service has answered with the status " +
                                      std::to_string(how.response.status) + ".";
    if (says_why)
        if (const auto context = how.record.find("context");
            context != how.record.end() && context->is_object())
            if (const auto help = help_in(*context); !help.empty())
                text += "\n" + help;
    if (!more.empty())
        text += "\n" + std::string(more);
    return failed(std::move(text));
}

} // namespace thimble::service::mcp_tools
