// Report of what a phone's screen shows, as tools give it.
#pragma once

#include "mcp/catalogue.hpp"
#include "service/mcp_tools/tool_use.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace thimble::service::mcp_tools {

/// Occasions for a picture beside the text.
enum class picture_wish : std::uint8_t { never, when_text_is_thin, always };

/// As `picture` of the arguments says: left out, it is for us to say.
picture_wish wish_in(const tool_use& use);

struct screen_report {
    std::string text;     // the screen in a few hundred tokens, or why it cannot be told
    std::string frame_id; // of the picture where there is one, else of the text; may be empty
    nlohmann::json picture = nullptr; // a block of content
};

/// Reads the screen. `since` is a frame from which the difference will do; may be empty.
boost::asio::awaitable<screen_report>
report_screen(tool_use& use, std::string phone_id, picture_wish wish, std::string since = {});

/// Adds it to a result, with its frame id; in the structured part as `screen` and `frame_id`.
void add_report(mcp::tool_result& to, std::string before, screen_report what);

} // namespace thimble::service::mcp_tools
