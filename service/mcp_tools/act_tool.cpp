#include "service/mcp_tools/act_tool.hpp"

#include "contract/schema.hpp"
#include "service/mcp_tools/results.hpp"
#include "service/mcp_tools/screen_report.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::json;

namespace {

constexpr std::size_t most_result = 600; // bytes of what the action has to say

const endpoint* find_act_row(const rest_rows& rest, const std::string& tail)
{
    return rest.find(verb::post, "/v1/phones/{phone_id}/" + tail);
}

bool is_hidden(const act_tool& what, const std::string& field)
{
    return std::ranges::find(what.without, field) != what.without.end();
}

/// Every prompt of a model holds all of them, so that words which help nobody are left out:
/// `frame_id` says of which picture coordinates are.
json argument_of(const parameter& field)
{
    json out = contract::schema_of(field);
    if (field.along != axis::none)
        out.erase("description");
    if (field.name.ends_with("ref"))
        out["description"] = "Of an element in the last answer.";
    for (const auto* each : {"minLength", "maxLength"})
        out.erase(each); // the row looks at them
    return out;
}

json input_of(const act_tool& what, const rest_rows& rest)
{
    json properties = what.more;
    bool has_coordinates = false;
    for (const auto& tail : what.rows) {
        const auto* row = find_act_row(rest, tail);
        if (row == nullptr)
            continue;
        for (const auto& each : row->body) {
            has_coordinates = has_coordinates || each.along != axis::none;
            if (each.name != "frame_id" && !is_hidden(what, each.name) &&
                !properties.contains(each.name))
                properties[each.name] = argument_of(each);
        }
    }
    if (has_coordinates)
        properties["frame_id"] = frame_argument();
    properties["phone"] = phone_argument();
    properties["picture"] = {{"type", "boolean"},
                             {"description", "true: with a picture; false: with none."}};
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", what.required},
            {"additionalProperties", false}};
}

json nullable(const char* type)
{
    return {{"type", json::array({type, "null"})}};
}

json output_of_act()
{
    return {{"type", "object"},
            {"properties",
             {{"phone_id", {{"type", "string"}}},
              {"job_id", nullable("string")},
              {"changed", nullable("boolean")},
              {"verified", nullable("boolean")},
              {"result", nullable("object")},
              {"frame_id", nullable("string")},
              {"screen", {{"type", "string"}}}}},
            {"required", json::array({"phone_id", "frame_id", "screen"})}};
}

/// The member of the receipt; null where nobody can tell.
json told_by(const json& job, const char* name)
{
    const auto receipt = job.find("receipt");
    if (receipt == job.end() || !receipt->is_object())
        return nullptr;
    return receipt->value(name, json());
}

json changed_by(const json& job)
{
    const auto effect = told_by(job, "effect");
    if (effect == "changed")
        return true;
    return effect == "unchanged" ? json(false) : json();
}

/// Words before the screen.
std::string words_of(const std::string& title, const json& structured)
{
    auto out = title + ": done.";
    if (structured["changed"] == false)
        out += " The screen has not changed.";
    if (structured["verified"] == false)
        out += " It could not be seen to have worked.";
    if (const auto& result = structured["result"]; result.is_object() && !result.empty())
        out +=
            " " + cut_to(result.dump(-1, ' ', false, json::error_handler_t::replace), most_result);
    return out + "\n";
}

/// True if the phone refuses only to be looked at afterwards: nothing has been sent then.
bool cannot_be_observed(const rest_answer& how)
{
    if (how.ok() || !how.record.is_object() ||
        how.record.value("error", "") != "UNSUPPORTED_ACTION")
        return false;
    return how.record.value("context", json::object()).value("capability", "") == "observe.settled";
}

/// True if the screen is worth a look after the failure.
bool has_touched(const rest_answer& how)
{
    return how.record.is_object() && (how.record.value("error", "") == "STALE_FRAME" ||
                                      how.record.value("context", json::object()).contains("job"));
}

asio::awaitable<rest_answer> act_on(tool_use& use, std::string target, json body)
{
    auto answer = co_await use.post(target + "?observe=settled", body);
    if (cannot_be_observed(answer))
        answer = co_await use.post(std::move(target), std::move(body));
    co_return answer;
}

tool_answer run_act(tool_use& use, const act_tool& what)
{
    const auto phone = co_await choose_phone(use);
    if (!phone)
        co_return failed(phone.error());
    json body = use.arguments;
    body.erase("phone");
    body.erase("picture");
    const auto row = what.choose(body, *phone);
    if (!row)
        co_return failed(row.error());
    const auto against = co_await use.consent.objection(use, phone->id, *row, body);
    if (!against)
        co_return std::unexpected(against.error());
    if (*against)
        co_return failed(**against);
    const auto answer = co_await act_on(use, phone_target(phone->id, *row), std::move(body));
    if (!answer.ok()) {
        auto out = failed(answer);
        if (has_touched(answer))
            add_report(out, "The screen now:\n",
                       co_await report_screen(use, phone->id, wish_in(use)));
        co_return out;
    }
    mcp::tool_result out;
    out.structured = {{"phone_id", phone->id},
                      {"job_id", answer.record.value("id", json())},
                      {"changed", changed_by(answer.record)},
                      {"verified", told_by(answer.record, "verified")},
                      {"result", answer.record.value("result", json())}};
    auto words = words_of(what.title, out.structured);
    add_report(out, std::move(words), co_await report_screen(use, phone->id, wish_in(use)));
    co_return out;
}

} // namespace

json frame_argument()
{
    return {{"type", "string"},
            {"maxLength", 64},
            {"description", "Of the answer that coordinates are read from; needed with them."}};
}

row_choice always(std::string row)
{
    return [row = std::move(row)](json&, const chosen_phone&) { return row; };
}

tool_row to_tool(act_tool what, const rest_rows& rest)
{
    mcp::tool told{.name = what.name,
                   .title = what.title,
                   .description = what.description,
                   .input_schema = input_of(what, rest),
                   .output_schema = output_of_act(),
                   .annotations = {{"readOnlyHint", false},
                                   {"destructiveHint", what.destructive},
                                   {"idempotentHint", false},
                                   {"openWorldHint", true}}};
    const auto shared = std::make_shared<const act_tool>(std::move(what));
    return {.told = std::move(told),
            .run = [shared](tool_use& use) { return run_act(use, *shared); }};
}

} // namespace thimble::service::mcp_tools
