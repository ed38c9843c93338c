#include "mcp/legacy_call.hpp"

#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

legacy_call::legacy_call(session& of, const client_facts& client, const request& asked, outlet& to)
    : call(of.who(), client, asked), session_(of), to_(to)
{
    const auto about = asked.params.find("_meta");
    if (about == asked.params.end() || !about->is_object())
        return;
    const auto token = about->find(meta::progress_token);
    if (token != about->end() && (token->is_string() || token->is_number_integer()))
        set_progress_token(*token);
}

asio::awaitable<outcome<answers>> legacy_call::ask(std::vector<question> what)
{
    for (const auto& each : what) {
        if (const auto able = require(capability_for(each)); !able)
            co_return std::unexpected(able.error());
    }
    answers out;
    for (const auto& each : what) {
        auto answer = co_await session_.ask_client(each, to_);
        if (!answer)
            co_return std::unexpected(halt(std::move(answer.error())));
        out[each.key] = std::move(*answer);
    }
    co_return out;
}

void legacy_call::notify(std::string_view method, json params)
{
    to_.say(to_notification(method, std::move(params)));
}

} // namespace thimble::mcp
