// Results of tools: texts within their limits, failures in words.
#pragma once

#include "mcp/catalogue.hpp"
#include "service/mcp_tools/rest_rows.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace thimble::service::mcp_tools {

/// A token is taken for four bytes of UTF-8.
inline constexpr std::size_t bytes_of_token = 4;
inline constexpr std::size_t most_text = 1200 * bytes_of_token; // of one result

/// The text up to the last whole character and line that fit, with a word about the rest.
std::string cut_to(std::string text, std::size_t bytes);

/// Text alone, and the same for programs.
mcp::tool_result told(std::string text, nlohmann::json structured);

/// The tool has failed, in a sentence; the model may learn from it.
mcp::tool_result failed(std::string why);

/// "CODE: message", what of the context helps to do better, and `more`.
mcp::tool_result failed(const rest_answer& how, std::string_view more = {});

} // namespace thimble::service::mcp_tools
