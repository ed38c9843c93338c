// The tools that touch the screen.
#include "service/mcp_tools/act_tool.hpp"

#include <array>
#include <string_view>

namespace thimble::service::mcp_tools {

using nlohmann::json;

namespace {

using chosen_row = std::expected<std::string, std::string>;

void take_out(json& body, std::initializer_list<const char*> names)
{
    for (const auto* each : names)
        body.erase(each);
}

/// The row at an element or at a place.
chosen_row row_at(const std::string& action, json& body)
{
    if (body.contains("ref")) {
        take_out(body, {"selector", "x", "y", "frame_id"});
        return action;
    }
    if (body.contains("selector")) {
        take_out(body, {"x", "y", "frame_id"});
        return action + "/select";
    }
    if (body.contains("x") && body.contains("y") && body.contains("frame_id"))
        return action;
    return std::unexpected(where_words);
}

row_choice at_place(std::string action)
{
    return [action = std::move(action)](json& body, const chosen_phone&) {
        return row_at(action, body);
    };
}

chosen_row choose_tap(json& body, const chosen_phone&)
{
    constexpr std::array<std::string_view, 3> actions{"tap", "double-tap", "triple-tap"};
    const auto times = body.value("times", 1);
    body.erase("times");
    return row_at(std::string(actions.at(static_cast<std::size_t>(times - 1))), body);
}

act_tool tap_tool()
{
    return {.name = "tap",
            .title = "Tap",
            .description = "Tap an element, or a place of a picture. Prefer an element.",
            .rows = {"tap", "tap/select"},
            .more = {{"times",
                      {{"type", "integer"},
                       {"minimum", 1},
                       {"maximum", 3},
                       {"description", "2 is a double tap. 1 unless told."}}}},
            .choose = choose_tap};
}

/// Without a place it is the middle of the screen.
chosen_row choose_swipe(json& body, const chosen_phone& on)
{
    const bool slow = body.value("slow", false);
    body.erase("slow");
    const bool anywhere = !body.contains("ref") && !body.contains("selector") &&
                          !body.contains("x") && !body.contains("y");
    if (anywhere && on.width > 0 && on.height > 0) {
        body["x"] = on.width / 2;
        body["y"] = on.height / 2;
        return slow ? "pan" : "flick";
    }
    if (!slow)
        body.erase("duration_ms");
    if (slow && body.contains("selector"))
        return std::unexpected("A slow swipe begins at a place: `x`, `y` and `frame_id`.");
    return row_at(slow ? "pan" : "flick", body);
}

act_tool swipe_tool()
{
    return {.name = "swipe",
            .title = "Swipe",
            .description = "Swipe or scroll, from the middle of the screen unless told where. The "
                           "direction is the finger's: up shows what is further down.",
            .rows = {"flick", "flick/select", "pan"},
            .more = {{"slow",
                      {{"type", "boolean"},
                       {"description", "Slow and exact: what is moved stops with the finger."}}}},
            .required = {"direction"},
            .destructive = false,
            .choose = choose_swipe};
}

chosen_row choose_drag(json& body, const chosen_phone&)
{
    const bool holds = body.value("hold", false);
    body.erase("hold");
    if (body.contains("from_selector") || body.contains("to_selector")) {
        if (holds)
            return std::unexpected("Holding first needs places: from_x, from_y, to_x, to_y.");
        return "drag/select";
    }
    const bool by_refs = body.contains("from_ref") && body.contains("to_ref");
    const bool by_places = body.contains("from_x") && body.contains("from_y") &&
                           body.contains("to_x") && body.contains("to_y") &&
                           body.contains("frame_id");
    if (!by_refs && !by_places)
        return std::unexpected("Say from where to where: from_selector and to_selector, or from_x, "
                               "from_y, to_x and to_y with the frame_id that they are read from.");
    return holds ? "hold-and-drag" : "drag";
}

act_tool drag_tool()
{
    return {.name = "drag",
            .title = "Drag",
            .description = "Move a finger from one place or element to another.",
            .rows = {"drag", "drag/select", "hold-and-drag"},
            .more = {{"hold",
                      {{"type", "boolean"},
                       {"description", "Hold until it lifts, then drag and drop."}}}},
            .choose = choose_drag};
}

} // namespace

std::vector<act_tool> touch_tools()
{
    return {tap_tool(),
            {.name = "long_press",
             .title = "Long press",
             .description = "Touch an element or a place and hold.",
             .rows = {"tap-and-hold", "tap-and-hold/select"},
             .choose = at_place("tap-and-hold")},
            swipe_tool(),
            drag_tool(),
            {.name = "pinch",
             .title = "Pinch",
             .description = "Zoom or rotate with two fingers about an element or a place.",
             .rows = {"pinch", "pinch/select"},
             .required = {"action"},
             .destructive = false,
             .choose = at_place("pinch")}};
}

} // namespace thimble::service::mcp_tools
