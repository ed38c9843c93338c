// Lists of what a catalogue has, a page at a time.
#pragma once

#include "mcp/methods.hpp"

namespace thimble::mcp {

boost::asio::awaitable<outcome<method_result>> list_tools(const nlohmann::json& params,
                                                          method_context with);
boost::asio::awaitable<outcome<method_result>> list_resources(const nlohmann::json& params,
                                                              method_context with);
boost::asio::awaitable<outcome<method_result>> list_templates(const nlohmann::json& params,
                                                              method_context with);
boost::asio::awaitable<outcome<method_result>> list_prompts(const nlohmann::json& params,
                                                            method_context with);

} // namespace thimble::mcp
