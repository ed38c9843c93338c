// Tool that acts on a phone by one of some rows of the REST API, and tells what the screen became.
#pragma once

#include "service/mcp_tools/phone_choice.hpp"
#include "service/mcp_tools/tool_use.hpp"

#include <nlohmann/json.hpp>

#include <expected>
#include <functional>
#include <string>
#include <vector>

namespace thimble::service::mcp_tools {

/// Which row it is, "tap/select", or what is missing, as a sentence for the model. May change the
/// body that the row gets.
using row_choice = std::function<std::expected<std::string, std::string>(nlohmann::json& body,
                                                                         const chosen_phone& on)>;

struct act_tool {
    std::string name;
    std::string title;
    std::string description;
    std::vector<std::string> rows;         // that it may become: their fields are its arguments
    std::vector<std::string> without = {}; // fields of theirs that it does not show
    nlohmann::json more = nlohmann::json::object(); // properties beside those
    std::vector<std::string> required = {};
    bool destructive = true; // may be: a touch can send, buy and delete
    row_choice choose;
};

/// Hint for a place that is given by halves.
inline constexpr auto where_words =
    "Say where: an element by `selector`, or `x` and `y` with the `frame_id` of the answer that "
    "they are read from.";

/// The tools that touch the screen.
std::vector<act_tool> touch_tools();

/// The one row that there is.
row_choice always(std::string row);

/// The schema of `frame_id`.
nlohmann::json frame_argument();

/// As it is offered. Rows that are not served give it no arguments.
tool_row to_tool(act_tool what, const rest_rows& rest);

} // namespace thimble::service::mcp_tools
