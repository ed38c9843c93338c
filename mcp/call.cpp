#include "mcp/call.hpp"

#include "mcp/schema.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::mcp {

using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 8> level_names{"debug", "info",     "notice", "warning",
                                                      "error", "critical", "alert",  "emergency"};

bool has_member(const json& what, const char* name, bool (json::*is)() const noexcept)
{
    const auto found = what.find(name);
    return found != what.end() && ((*found).*is)();
}

bool is_elicitation_result(const json& params, const json& answer)
{
    if (!has_member(answer, "action", &json::is_string))
        return false;
    const auto& action = answer["action"].get_ref<const std::string&>();
    if (action == "decline" || action == "cancel")
        return true;
    if (action != "accept")
        return false;
    const auto schema = params.find("requestedSchema");
    if (schema == params.end())
        return true;
    const auto content = answer.find("content");
    return content != answer.end() && !check_against(*schema, *content);
}

/// A traceparent that is malformed is passed over, as HTTP has it.
std::optional<service::trace_context> trace_of(const request& asked)
{
    const auto about = asked.params.find("_meta");
    if (about == asked.params.end() || !about->is_object())
        return asked.trace;
    const auto given = about->find(meta::traceparent);
    const auto* text = given == about->end() ? nullptr : given->get_ptr<const json::string_t*>();
    const auto own = text ? service::trace_context::parse(*text) : std::nullopt;
    return own ? own : asked.trace;
}

bool asks_by_url(const question& what)
{
    const auto mode = what.params.find("mode");
    return mode != what.params.end() && *mode == "url";
}

} // namespace

std::string_view to_string(log_level which)
{
    return level_names.at(static_cast<std::size_t>(which));
}

std::optional<log_level> to_log_level(std::string_view text)
{
    const auto* found = std::ranges::find(level_names, text);
    if (found == level_names.end())
        return std::nullopt;
    return static_cast<log_level>(found - level_names.begin());
}

question ask_form(std::string key, std::string message, json schema)
{
    return {.key = std::move(key),
            .method = "elicitation/create",
            .params = {{"message", std::move(message)}, {"requestedSchema", std::move(schema)}}};
}

call::call(const principal& who, const client_facts& client, const request& asked)
    : who_(who), client_(client), trace_(trace_of(asked))
{
}

bool call::can(std::string_view capability) const
{
    const auto dot = capability.find('.');
    const auto outer = client_.capabilities.find(std::string(capability.substr(0, dot)));
    if (outer == client_.capabilities.end() || !outer->is_object())
        return false;
    if (dot == std::string_view::npos)
        return true;
    const auto inner = std::string(capability.substr(dot + 1));
    // A client that says nothing of modes can show forms.
    return outer->contains(inner) || (inner == "form" && !outer->contains("url"));
}

std::expected<void, halt> call::require(std::string_view capability) const
{
    if (can(capability))
        return {};
    return std::unexpected(missing_capability(capability));
}

void call::progress(double done, std::optional<double> total, std::string_view message)
{
    if (progress_token_.is_null() || (progress_ && done <= *progress_))
        return;
    progress_ = done;
    json params{{"progressToken", progress_token_}, {"progress", done}};
    if (total)
        params["total"] = *total;
    if (!message.empty() && client_.speaks >= revision::of_2025_03_26)
        params["message"] = message;
    notify("notifications/progress", std::move(params));
}

void call::log(log_level level, json data, std::string_view logger)
{
    if (!wants(level))
        return;
    json params{{"level", to_string(level)}, {"data", std::move(data)}};
    if (!logger.empty())
        params["logger"] = logger;
    notify("notifications/message", std::move(params));
}

std::string capability_for(const question& what)
{
    if (what.method == "elicitation/create")
        return asks_by_url(what) ? "elicitation.url" : "elicitation.form";
    if (what.method == "sampling/createMessage")
        return "sampling";
    return "roots";
}

bool is_answer_to(const question& what, const json& answer)
{
    if (!answer.is_object())
        return false;
    if (what.method == "elicitation/create")
        return is_elicitation_result(what.params, answer);
    if (what.method == "sampling/createMessage")
        return has_member(answer, "role", &json::is_string) && answer.contains("content");
    return has_member(answer, "roots", &json::is_array);
}

} // namespace thimble::mcp
