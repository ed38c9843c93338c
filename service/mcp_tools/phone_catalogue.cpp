#include "service/mcp_tools/phone_catalogue.hpp"

#include "async/race.hpp"

#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

constexpr std::chrono::seconds progress_interval{1};

/// Says each second that it is still going on. Never ends by itself.
asio::awaitable<void> tell_progress(mcp::call& to, std::string title)
{
    asio::steady_timer clock(co_await asio::this_coro::executor);
    for (int seconds = 1;; ++seconds) {
        clock.expires_after(progress_interval);
        co_await clock.async_wait(asio::use_awaitable);
        to.progress(seconds, {}, title + " is under way");
    }
}

} // namespace

const account& account_of(const mcp::principal& who)
{
    return *static_cast<const account*>(who.rights.get());
}

mcp::principal principal_of(account who)
{
    auto id = who.id;
    auto credential = who.key_id + who.sign_in_id + who.grant_id;
    return {.id = std::move(id),
            .rights = std::make_shared<const account>(std::move(who)),
            .credential = std::move(credential)};
}

void phone_catalogue::make_tools()
{
    for (const auto group : {look_tools, act_tools, task_tools})
        std::ranges::move(group(rest_), std::back_inserter(rows_));
}

mcp::features phone_catalogue::offers() const
{
    return {.tools = true,
            .resources = true,
            .prompts = true,
            .lists = {.time = std::chrono::minutes(5), .for_everybody = false}};
}

std::vector<mcp::tool> phone_catalogue::tools(const mcp::principal& who)
{
    const auto granted = account_of(who).rights.scopes;
    std::vector<mcp::tool> out;
    out.reserve(rows_.size());
    for (const auto& each : rows_)
        if (granted.has_all_of(each.needs))
            out.push_back(each.told);
    return out;
}

std::string phone_catalogue::why_no_tool(std::string_view name, const mcp::principal& who) const
{
    const auto row = find_row(name);
    if (row == rows_.end() || account_of(who).rights.scopes.has_all_of(row->needs))
        return catalogue::why_no_tool(name, who);
    return row->told.name + " needs the scopes " + to_text(row->needs) +
           ", and this key or token has only: " + to_text(account_of(who).rights.scopes);
}

std::optional<scope_set> phone_catalogue::needs_of(std::string_view name) const
{
    const auto row = find_row(name);
    return row == rows_.end() ? std::nullopt : std::optional(row->needs);
}

std::vector<tool_row>::const_iterator phone_catalogue::find_row(std::string_view name) const
{
    return std::ranges::find_if(rows_,
                                [&](const tool_row& each) { return each.told.name == name; });
}

tool_answer phone_catalogue::call_tool(std::string_view name, const json& arguments, mcp::call& of)
{
    const auto row = find_row(name);
    if (row == rows_.end() || !account_of(of.who()).rights.scopes.has_all_of(row->needs))
        throw std::logic_error("a tool was called that is not offered");
    tool_use use{.arguments = arguments,
                 .of = of,
                 .who = account_of(of.who()),
                 .rest = rest_,
                 .consent = consent_};
    if (row->tells_progress)
        co_return co_await row->run(use);
    auto first = co_await async::race(row->run(use), tell_progress(of, row->told.title));
    co_return std::move(std::get<0>(first));
}

} // namespace thimble::service::mcp_tools
