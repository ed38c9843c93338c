// Words about an agent session and its events, as tools and resources give them.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace thimble::service::mcp_tools {

/// "12 tool_use tap x=10\n": of a record of the REST API.
std::string line_of_event(const nlohmann::json& event);

/// State of the session, and what may be done about it.
std::string words_of_session(const std::string& id, const nlohmann::json& session);

/// Without its end of line; empty of no text.
std::string last_line_of(std::string_view lines);

/// The last whole lines that fit.
std::string newest_lines(std::string_view lines, std::size_t bytes);

} // namespace thimble::service::mcp_tools
