// The tools that act on a phone, a row each.
#include "contract/url_check.hpp"
#include "service/mcp_tools/act_tool.hpp"
#include "text/bundle_id.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace thimble::service::mcp_tools {

using nlohmann::json;

namespace {

using row_or_words = std::expected<std::string, std::string>;

row_or_words choose_type(json& body, const chosen_phone&)
{
    body["method"] = "auto";
    return "type";
}

act_tool type_tool()
{
    return {.name = "type",
            .title = "Type",
            .description = "Type into the field that has the focus: tap it first. \\n is return.",
            .rows = {"type"},
            .without = {"method"},
            .more = {{"text",
                      {{"type", "string"},
                       {"minLength", 1},
                       {"maxLength", 10'000},
                       {"description", "Any Unicode text; it is written down nowhere."}}}},
            .required = {"text"},
            .choose = choose_type};
}

constexpr std::array<const char*, 12> buttons{
    "home",      "lock",   "unlock",    "app_switcher", "control_center", "notification_center",
    "spotlight", "escape", "volume_up", "volume_down",  "siri",           "action_button"};

row_or_words choose_button(json& body, const chosen_phone&)
{
    auto name = body.value("button", std::string());
    body.erase("button");
    std::ranges::replace(name, '_', '-');
    return name;
}

act_tool button_tool()
{
    return {.name = "press_button",
            .title = "Press a button",
            .description = "Press a button of the phone, or open a surface of the system. escape "
                           "leaves what is in front of the app; unlock opens a phone without a "
                           "passcode.",
            .rows = {},
            .more = {{"button", {{"type", "string"}, {"enum", buttons}}}},
            .required = {"button"},
            .destructive = false,
            .choose = choose_button};
}

row_or_words choose_end_of_app(json& body, const chosen_phone&)
{
    const auto id = percent_encoded(body.value("bundle_id", std::string()));
    body.erase("bundle_id");
    return "apps/" + id + "/terminate";
}

act_tool close_app_tool()
{
    return {.name = "close_app",
            .title = "Close an app",
            .description = "End an app, so that it begins anew when it is opened.",
            .rows = {"apps/{bundle_id}/terminate"},
            .more = {{"bundle_id",
                      {{"type", "string"}, {"minLength", 1}, {"maxLength", longest_bundle_id}}}},
            .required = {"bundle_id"},
            .destructive = false,
            .choose = choose_end_of_app};
}

/// Places in the steps are of the frame that the whole names.
row_or_words choose_batch(json& body, const chosen_phone&)
{
    const bool has_places = std::ranges::any_of(body.at("steps"), [](const json& step) {
        return step.contains("x") || step.contains("from_x");
    });
    if (has_places && !body.contains("frame_id"))
        return std::unexpected(where_words);
    return "batch";
}

act_tool batch_tool()
{
    return {
        .name = "batch",
        .title = "Batch",
        .description =
            "Several acts one after another, with one look at the end; the first that fails ends "
            "it. For steps that are known beforehand, such as the keys of a calculator.",
        .rows = {},
        .more = {{"steps",
                  {{"type", "array"},
                   {"minItems", 1},
                   {"maxItems", 32},
                   {"items", {{"type", "object"}, {"required", json::array({"action"})}}},
                   {"description",
                    "Each has `action`, a name of the REST API (tap, tap/select, type, keypress, "
                    "home, open-app, flick …), and its fields: {\"action\": \"tap/select\", "
                    "\"selector\": \"Save\"}, {\"action\": \"type\", \"text\": \"hi\", "
                    "\"method\": \"auto\"}."}}},
                 {"frame_id", frame_argument()}},
        .required = {"steps"},
        .choose = choose_batch};
}

act_tool plain(std::string name,
               std::string title,
               std::string description,
               std::string row,
               std::vector<std::string> required)
{
    return {.name = std::move(name),
            .title = std::move(title),
            .description = std::move(description),
            .rows = {row},
            .required = std::move(required),
            .choose = always(row)};
}

std::vector<act_tool> other_act_tools()
{
    std::vector<act_tool> out{
        type_tool(),
        plain("press_key", "Press a key", "Press a key of a hardware keyboard.", "keypress",
              {"key"}),
        button_tool(),
        plain("rotate", "Rotate", "Turn the interface.", "rotate", {"orientation"}),
        plain("open_app", "Open an app", "Bring an app to the front.", "open-app", {"app_name"}),
        plain("open_url", "Open an address", "Open an address in the app that it belongs to.",
              "open-url", {"url"}),
        close_app_tool(),
        plain("run_shortcut", "Run a shortcut", "Start a shortcut of the phone by its name.",
              "shortcut", {"name"}),
        batch_tool()};
    for (auto& each : out) {
        if (each.name == "rotate" || each.name == "open_app")
            each.destructive = false;
        if (each.name == "run_shortcut")
            each.without = {"index"};
    }
    return out;
}

} // namespace

std::vector<tool_row> act_tools(const rest_rows& rest)
{
    std::vector<tool_row> out;
    auto all = touch_tools();
    std::ranges::move(other_act_tools(), std::back_inserter(all));
    for (auto& each : all) {
        const bool served = std::ranges::all_of(each.rows, [&](const std::string& row) {
            return rest.find(boost::beast::http::verb::post, "/v1/phones/{phone_id}/" + row) !=
                   nullptr;
        });
        if (served)
            out.push_back(to_tool(std::move(each), rest));
    }
    return out;
}

} // namespace thimble::service::mcp_tools
