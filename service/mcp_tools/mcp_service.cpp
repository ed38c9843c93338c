#include "service/mcp_tools/mcp_service.hpp"

#include "async/race.hpp"
#include "async/signal.hpp"
#include "http/json_response.hpp"
#include "mcp/error.hpp"
#include "service/accounts/csrf_check.hpp"
#include "service/mcp_tools/local_client.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace thimble::service::mcp_tools {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

constexpr auto mcp_path = "/mcp";
constexpr auto server_instructions =
    "Thimble puts real iPhones into your hands. `look` tells what the screen shows, in a few "
    "hundred tokens; ask for a picture only when the text does not do. Acts (tap, type, swipe …) "
    "answer with what the screen became, so no look is needed after them. Name elements by a "
    "selector as a person would (\"the Save button\", \"search field\"); coordinates are pixels of "
    "the answer's picture and need its frame_id. When an answer says that the screen has not "
    "changed, try something else. Where several phones are connected, say which by `phone`.";

std::function<void(const std::exception_ptr&)> logged(std::shared_ptr<spdlog::logger> log)
{
    return [log = std::move(log)](const std::exception_ptr& problem) {
        try {
            std::rethrow_exception(problem);
        } catch (const std::exception& error) {
            log->error("mcp: {}", error.what());
        }
    };
}

/// The row is not in the description of the REST API: it is another protocol.
endpoint row_for(verb method, std::function<asio::awaitable<http::response>(call&)> answer)
{
    endpoint out;
    out.method = method;
    out.paths = {mcp_path};
    out.open_to = endpoint::access::subscriber;
    out.needs = {}; // each tool has needs of its own
    out.minds_phones = true;
    out.reads_body = true;
    out.answer = std::move(answer);
    return out;
}

mcp::server_settings settings_of_server(std::string id_suffix = {})
{
    return {.name = "thimble",
            .title = "Thimble",
            .version = THIMBLE_VERSION,
            .instructions = server_instructions,
            .id_suffix = std::move(id_suffix)};
}

} // namespace

/// Number of clients of this machine.
struct mcp_service::local_presence {
    explicit local_presence(const asio::any_io_executor& home) : changed(home) {}

    std::size_t clients = 0;
    async::signal changed;
};

mcp_service::mcp_service(asio::any_io_executor home,
                         gateway& entrance,
                         const table& endpoints,
                         act_consent consent,
                         std::vector<std::string> origins,
                         std::string id_suffix,
                         std::shared_ptr<spdlog::logger> log)
    : home_(home), log_(log), origins_(std::move(origins)),
      presence_(std::make_shared<local_presence>(home)),
      rest_(home, entrance, endpoints, logged(log)), consent_(std::move(consent)),
      offers_(rest_, consent_),
      server_(home, offers_, settings_of_server(std::move(id_suffix)), logged(log)),
      endpoint_(server_)
{
}

std::vector<endpoint> mcp_service::rows()
{
    std::vector<endpoint> out;
    for (const auto method : {verb::post, verb::get, verb::delete_})
        out.push_back(row_for(method, [this](call& what) { return answer(what); }));
    return out;
}

/// A page of a foreign site has no business here, even if it has found out a key.
asio::awaitable<http::response> mcp_service::answer(call& what)
{
    const auto origin = what.request.head[boost::beast::http::field::origin];
    if (std::ranges::find(origins_, std::string_view(origin)) == origins_.end())
        if (auto own = check_origin(what.request); !own)
            co_return to_response(own.error());
    if (auto refused = refuse_for_scopes(what))
        co_return std::move(*refused);
    auto who = what.who;
    who.address = what.caller.address();
    co_return co_await endpoint_.handle_for(principal_of(std::move(who)), what.request,
                                            what.caller);
}

/// A program of others asks for more scopes when it is told which, by HTTP. Keys have what they
/// have, and are told in the protocol's own words.
std::optional<http::response> mcp_service::refuse_for_scopes(const call& what) const
{
    if (what.who.grant_id.empty() || !scope_challenge_ || what.request.head.method() != verb::post)
        return std::nullopt;
    const auto asked = nlohmann::json::parse(what.request.body, nullptr, false);
    if (!asked.is_object() || asked.value("method", nlohmann::json()) != "tools/call")
        return std::nullopt;
    const auto params = asked.value("params", nlohmann::json());
    const auto name = params.is_object() ? params.value("name", nlohmann::json()) : params;
    const auto needed = name.is_string() ? offers_.needs_of(name.get<std::string>()) : std::nullopt;
    if (!needed || what.who.rights.scopes.has_all_of(*needed))
        return std::nullopt;
    const auto id = asked.value("id", nlohmann::json());
    const auto wrong =
        mcp::invalid_params(offers_.why_no_tool(name.get<std::string>(), principal_of(what.who)));
    auto out = json_response({{"jsonrpc", "2.0"}, {"id", id}, {"error", mcp::to_json(wrong)}}, 403);
    auto wanted = *needed; // and what it has, which a program that asks for less would lose
    for (const auto each : all_scopes)
        if (what.who.rights.scopes.has(each))
            wanted.add(each);
    out.set("WWW-Authenticate", scope_challenge_(what.request, what.caller, wanted));
    return out;
}

http::response mcp_service::open_local_client(account who)
{
    // It may outlive this: a connection ends when it will.
    const auto leave = [there = presence_](void*) {
        --there->clients;
        there->changed.notify_all();
    };
    ++presence_->clients;
    presence_->changed.notify_all();
    http::response out;
    out.status = 101;
    out.becomes = std::make_shared<local_client>(home_, offers_, settings_of_server(), logged(log_),
                                                 principal_of(std::move(who)),
                                                 std::shared_ptr<void>(presence_.get(), leave));
    return out;
}

asio::awaitable<void> mcp_service::until_left_alone(std::chrono::milliseconds time)
{
    const auto there = presence_;
    while (true) {
        while (there->clients > 0)
            co_await there->changed.wait();
        async::signal alone(home_, std::chrono::steady_clock::now() + time);
        co_await async::race(alone.wait(), there->changed.wait());
        if (there->clients == 0)
            co_return;
    }
}

void mcp_service::accounts_changed(const accounts& now)
{
    const auto gone = [&](const mcp::principal& who) {
        const auto standing = now.standing_of(account_of(who));
        return !standing || !standing->subscribed;
    };
    endpoint_.end_sessions_where(gone);
    server_.cancel_where(gone); // requests of the modern era belong to no session
}

asio::awaitable<void> mcp_service::close()
{
    endpoint_.close();
    co_await server_.end();
}

} // namespace thimble::service::mcp_tools
