// A tool, and one use of it.
#pragma once

#include "mcp/catalogue.hpp"
#include "service/accounts/account.hpp"
#include "service/mcp_tools/act_consent.hpp"
#include "service/mcp_tools/rest_rows.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace thimble::service::mcp_tools {

using tool_answer = boost::asio::awaitable<mcp::outcome<mcp::tool_result>>;

/// Lives until the tool has answered.
struct tool_use {
    const nlohmann::json& arguments; // as the input schema says
    mcp::call& of;
    const account& who;
    rest_rows& rest;
    act_consent& consent;

    bool has(const char* name) const { return arguments.contains(name); }

    /// Empty where it is not given.
    std::string text(const char* name) const { return arguments.value(name, std::string()); }
    bool flag(const char* name) const { return arguments.value(name, false); }

    boost::asio::awaitable<rest_answer> get(std::string target)
    {
        return rest.ask(who, boost::beast::http::verb::get, std::move(target), nullptr, of.trace());
    }
    boost::asio::awaitable<rest_answer> post(std::string target, nlohmann::json body = nullptr)
    {
        return rest.ask(who, boost::beast::http::verb::post, std::move(target), std::move(body),
                        of.trace());
    }
};

struct tool_row {
    mcp::tool told;
    std::function<tool_answer(tool_use&)> run;
    bool tells_progress = false; // itself, in words that say more than the time

    /// All of these, or it is neither offered nor called. An act needs `read` as well: its answer
    /// is what the screen became.
    scope_set needs = {scope::read, scope::act};
};

// The rows, by what the tools do. One whose row of the REST API is not served is left out.

/// Touches, text, keys, apps: what the screen becomes is their answer.
std::vector<tool_row> act_tools(const rest_rows& rest);

/// Phones and what is on them; nothing is touched.
std::vector<tool_row> look_tools(const rest_rows& rest);

/// Agents that do a whole task.
std::vector<tool_row> task_tools(const rest_rows& rest);

} // namespace thimble::service::mcp_tools
