// The tools that look at phones, and the clipboard.
#include "contract/schema.hpp"
#include "contract/url_check.hpp"
#include "mcp/content.hpp"
#include "service/mcp_tools/act_consent.hpp"
#include "service/mcp_tools/phone_choice.hpp"
#include "service/mcp_tools/results.hpp"
#include "service/mcp_tools/screen_report.hpp"

#include <utility>

namespace thimble::service::mcp_tools {

using boost::beast::http::verb;
using nlohmann::json;

namespace {

json object_of(json properties, json required = json::array())
{
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
}

json result_of(json properties)
{
    return {{"type", "object"}, {"properties", std::move(properties)}};
}

json text_value()
{
    return {{"type", "string"}};
}

json reads_only()
{
    return {{"readOnlyHint", true}, {"openWorldHint", true}};
}

tool_answer run_list_phones(tool_use& use)
{
    const auto phones = co_await list_phones(use);
    if (!phones)
        co_return failed(phones.error());
    std::string text;
    json records = json::array();
    for (const auto& each : *phones) {
        text += line_of(each) + "\n";
        records.push_back(
            {{"id", each.value("id", json())},
             {"name", name_of(each)},
             {"unique_id", each.value("unique_id", json())},
             {"connection_status", each.value("connection_status", json())},
             {"width", each.value("width", json())},
             {"height", each.value("height", json())},
             {"os_version", each.value("os_version", json())},
             {"ready", each.value("readiness", json::object()).value("ready", false)}});
    }
    if (text.empty())
        text = "No phone is known. Connect one by cable; `thimbled doctor` says what is missing.\n";
    co_return told(std::move(text), {{"phones", std::move(records)}});
}

tool_row list_phones_tool()
{
    return {.told = {.name = "list_phones",
                     .title = "List phones",
                     .description = "The phones, whether each is ready, and what to do if not.",
                     .input_schema = object_of(json::object()),
                     .output_schema = result_of({{"phones", {{"type", "array"}}}}),
                     .annotations = reads_only()},
            .run = run_list_phones};
}

tool_answer run_look(tool_use& use)
{
    const auto phone = co_await choose_phone(use);
    if (!phone)
        co_return failed(phone.error());
    mcp::tool_result out;
    out.structured = {{"phone_id", phone->id}};
    add_report(out, {}, co_await report_screen(use, phone->id, wish_in(use), use.text("since")));
    co_return out;
}

tool_row look_tool()
{
    return {.told = {.name = "look",
                     .title = "Look",
                     .description =
                         "What the screen shows, the most useful elements first; with a picture "
                         "if asked. Acts answer with the same, so look only at the beginning "
                         "or after waiting.",
                     .input_schema = object_of(
                         {{"phone", phone_argument()},
                          {"picture",
                           {{"type", "boolean"},
                            {"description", "Answer with a picture as well; false: with none."}}},
                          {"since",
                           {{"type", "string"},
                            {"maxLength", 64},
                            {"description", "A frame_id: only what is different from then."}}}}),
                     .output_schema =
                         result_of({{"phone_id", text_value()},
                                    {"frame_id", {{"type", json::array({"string", "null"})}}},
                                    {"screen", text_value()}}),
                     .annotations = reads_only()},
            .run = run_look};
}

tool_answer run_list_apps(tool_use& use)
{
    const auto phone = co_await choose_phone(use);
    if (!phone)
        co_return failed(phone.error());
    const auto answer = co_await use.get(phone_target(phone->id, "apps"));
    if (!answer.ok())
        co_return failed(answer);
    std::string text;
    for (const auto& each : answer.record.value("apps", json::array()))
        text +=
            each.value("name", std::string()) + " " + each.value("bundle_id", std::string()) + "\n";
    co_return told(text.empty() ? "No apps are known.\n" : std::move(text),
                   {{"phone_id", phone->id}, {"app_count", answer.record.value("app_count", 0)}});
}

tool_row list_apps_tool()
{
    return {.told = {.name = "list_apps",
                     .title = "List apps",
                     .description = "The apps of a phone, with their bundle ids.",
                     .input_schema = object_of({{"phone", phone_argument()}}),
                     .output_schema = result_of(
                         {{"phone_id", text_value()}, {"app_count", {{"type", "integer"}}}}),
                     .annotations = reads_only()},
            .run = run_list_apps};
}

std::string compact(const json& what)
{
    return what.dump(-1, ' ', false, json::error_handler_t::replace);
}

tool_answer run_find(tool_use& use)
{
    const auto phone = co_await choose_phone(use);
    if (!phone)
        co_return failed(phone.error());
    const auto answer = co_await use.get(
        phone_target(phone->id, "find?selector=" + percent_encoded(use.text("selector"))));
    if (!answer.ok())
        co_return failed(answer);
    const auto element = answer.record.value("element", json());
    co_return told(compact(element), {{"phone_id", phone->id}, {"element", element}});
}

tool_row find_tool()
{
    return {.told = {.name = "find",
                     .title = "Find an element",
                     .description =
                         "Find an element by a selector without touching it: what a person "
                         "would say, such as \"the Save button\".",
                     .input_schema = object_of(
                         {{"phone", phone_argument()},
                          {"selector", {{"type", "string"}, {"minLength", 1}, {"maxLength", 500}}}},
                         json::array({"selector"})),
                     .output_schema =
                         result_of({{"phone_id", text_value()},
                                    {"element", {{"type", json::array({"object", "null"})}}}}),
                     .annotations = reads_only()},
            .run = run_find};
}

/// An act by a selector that fits several elements would be refused.
const char* words_of_wait(const json& answer)
{
    return answer.is_object() && answer.value("ambiguous", false)
               ? "It is so: several elements fit the selector. Say which, to touch one.\n"
               : "It is so.\n";
}

tool_answer run_wait_for(tool_use& use)
{
    const auto phone = co_await choose_phone(use);
    if (!phone)
        co_return failed(phone.error());
    json body = use.arguments;
    body.erase("phone");
    // The screen is told in any case: after a time-out it is what the model has to go by.
    const auto answer = co_await use.post(phone_target(phone->id, "wait"), std::move(body));
    auto out =
        answer.ok() ? mcp::tool_result{.structured = {{"phone_id", phone->id}}} : failed(answer);
    add_report(out, answer.ok() ? words_of_wait(answer.record) : "The screen now:\n",
               co_await report_screen(use, phone->id, picture_wish::when_text_is_thin));
    co_return out;
}

tool_row wait_for_tool(const endpoint& row)
{
    json properties{{"phone", phone_argument()}};
    for (const auto& each : row.body)
        properties[each.name] = json(contract::schema_of(each));
    return {
        .told = {.name = "wait_for",
                 .title = "Wait for the screen",
                 .description = "Wait until an element is there, is gone, or nothing moves.",
                 .input_schema = object_of(std::move(properties)),
                 .output_schema = result_of({{"phone_id", text_value()}, {"screen", text_value()}}),
                 .annotations = reads_only()},
        .run = run_wait_for};
}

tool_answer run_clipboard(tool_use& use)
{
    const auto phone = co_await choose_phone(use);
    if (!phone)
        co_return failed(phone.error());
    const std::string row = use.has("text") ? "copy-text" : "read-clipboard";
    const auto against = co_await use.consent.objection(use, phone->id, row, json::object());
    if (!against)
        co_return std::unexpected(against.error());
    if (*against)
        co_return failed(**against);
    if (use.has("text")) {
        const auto put =
            co_await use.post(phone_target(phone->id, row), {{"text", use.arguments.at("text")}});
        co_return put.ok() ? told("The text is on the clipboard.", {{"phone_id", phone->id}})
                           : failed(put);
    }
    const auto read = co_await use.post(phone_target(phone->id, row));
    if (!read.ok())
        co_return failed(read);
    const auto held = read.record.value("text", json());
    auto text = held.is_string() ? held.get<std::string>() : std::string();
    text = cut_to(std::move(text), most_text);
    co_return told(text.empty() ? "The clipboard has no text." : text,
                   {{"phone_id", phone->id}, {"text", text}});
}

tool_row clipboard_tool()
{
    return {
        .told = {.name = "clipboard",
                 .title = "Clipboard",
                 .description = "Read the phone's clipboard, or put `text` on it.",
                 .input_schema = object_of(
                     {{"phone", phone_argument()},
                      {"text",
                       {{"type", "string"},
                        {"maxLength", 100'000},
                        {"description", "What it holds afterwards; without it, it is read."}}}}),
                 .output_schema = result_of({{"phone_id", text_value()}, {"text", text_value()}}),
                 .annotations = {{"readOnlyHint", false},
                                 {"destructiveHint", false},
                                 {"openWorldHint", true}}},
        .run = run_clipboard};
}

} // namespace

std::vector<tool_row> look_tools(const rest_rows& rest)
{
    std::vector<tool_row> out{list_phones_tool(), look_tool(), list_apps_tool(), clipboard_tool()};
    if (rest.find(verb::get, "/v1/phones/{phone_id}/find") != nullptr)
        out.push_back(find_tool());
    if (const auto* row = rest.find(verb::post, "/v1/phones/{phone_id}/wait"))
        out.push_back(wait_for_tool(*row));
    for (auto& each : out)
        if (each.told.name != "clipboard")
            each.needs = {scope::read};
    return out;
}

} // namespace thimble::service::mcp_tools
