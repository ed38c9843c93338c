#include "mcp/http/endpoint.hpp"

#include "mcp/batch.hpp"
#include "mcp/http/answers.hpp"
#include "mcp/http/stream_outlet.hpp"
#include "mcp/modern.hpp"

#include <boost/beast/http/verb.hpp>

#include <algorithm>
#include <utility>

namespace thimble::mcp::http {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using nlohmann::json;
using response = endpoint::response;

namespace {

constexpr std::size_t modern_stream_bytes = 16UL * 1024 * 1024; // not yet taken by the client

bool is_legacy_version(std::string_view version)
{
    const auto known = to_revision(version);
    return known && !is_modern(*known);
}

asio::awaitable<response> accept_nothing()
{
    co_return empty_answer();
}

} // namespace

endpoint::endpoint(server& of, admission admit, endpoint_settings settings)
    : server_(of), admit_(std::move(admit)), settings_(settings),
      sessions_(of.home(), settings.sessions, of.settings().id_suffix)
{
}

asio::awaitable<response> endpoint::handle(const request& what, caller& from)
{
    auto who = co_await admit_(what, from);
    if (!who)
        co_return std::move(who.error());
    co_return co_await handle_for(std::move(*who), what, from);
}

asio::awaitable<response> endpoint::handle_for(principal who, const request& what, caller& from)
{
    switch (what.head.method()) {
    case beast_http::verb::post:
        co_return co_await post(what, who, from);
    case beast_http::verb::get:
        co_return get(what, who);
    case beast_http::verb::delete_:
        co_return end_session(what, who);
    default:
        co_return method_not_allowed("POST, GET, DELETE");
    }
}

asio::awaitable<response> endpoint::post(const request& what, const principal& who, caller& from)
{
    if (what.body_too_large)
        co_return error_answer(413, invalid_request("The message is too large"));
    if (!is_json(what))
        co_return error_answer(415, invalid_request("The Content-Type is application/json"));
    const auto takes = accepted_by(what);
    if (!takes.json && !takes.events)
        co_return error_answer(
            406, invalid_request("Accept names application/json and text/event-stream"));
    const auto version = only_header(what, version_header);
    if (!version)
        co_return error_answer(400, header_mismatch("MCP-Protocol-Version is there twice"));
    auto read = read_messages(what.body, settings_.limits);
    if (!read)
        co_return error_answer(400, read.error().why, read.error().id);
    const auto trace = trace_in(what);
    for (auto& each : read->parts)
        if (auto* const asked = each ? std::get_if<mcp::request>(&*each) : nullptr)
            asked->trace = trace;
    const posted about{.what = what, .who = who, .from = from, .takes = takes, .version = *version};
    if (read->batch)
        co_return co_await post_batch(about, std::move(*read));
    auto& only = read->parts.front();
    if (!only)
        co_return error_answer(status_of(only.error().why), only.error().why, only.error().id);
    co_return co_await post_single(about, std::move(*only));
}

asio::awaitable<response> endpoint::post_single(posted from, message what)
{
    const bool modern_header = !from.version.empty() && !is_legacy_version(from.version);
    if (auto* asked = std::get_if<mcp::request>(&what)) {
        if (modern_header || has_modern_meta(asked->params))
            return post_modern(from, std::move(*asked));
        return post_request(from, std::move(*asked));
    }
    // The modern era has no notification that matters here, and no responses of clients.
    if (modern_header && std::holds_alternative<notification>(what))
        return accept_nothing();
    return post_to_session(from, std::move(what));
}

asio::awaitable<response> endpoint::post_to_session(posted from, message what)
{
    const auto held = session_of(from.what, from.who);
    if (!held)
        co_return held.error();
    if (auto* told = std::get_if<notification>(&what))
        (*held)->get().take(*told);
    else
        (*held)->get().take(std::get<reply>(std::move(what)));
    co_return empty_answer();
}

std::optional<error> endpoint::check_modern(const posted& from, const mcp::request& what)
{
    const auto facts = read_envelope(what.params);
    if (!facts)
        return facts.error();
    if (from.version != facts->version)
        return header_mismatch("MCP-Protocol-Version is not the version of the body");
    if (auto wrong = check_version(facts->version))
        return wrong;
    if (auto wrong = check_headers(from.what, what))
        return wrong;
    const auto name = what.params.find("name");
    if (what.method != "tools/call" || name == what.params.end() || !name->is_string())
        return std::nullopt;
    const auto all = server_.offers().tools(from.who);
    const auto found = std::ranges::find(all, name->get_ref<const std::string&>(), &tool::name);
    const auto arguments = what.params.find("arguments");
    if (found == all.end())
        return std::nullopt;
    return check_argument_headers(from.what, *found,
                                  arguments == what.params.end() ? json() : *arguments);
}

asio::awaitable<response> endpoint::post_modern(posted from, mcp::request what)
{
    if (const auto wrong = check_modern(from, what))
        co_return error_answer(status_of(*wrong), *wrong, what.id);
    auto stream = std::make_shared<event_stream>(server_.home(), modern_stream_bytes);
    const auto reader = stream->attach();
    const auto handle =
        server_.begin(std::move(what), from.who, std::make_shared<stream_outlet>(stream, false));
    // A client that goes away has cancelled its request.
    const auto cancel = [this, handle] { server_.cancel(handle); };
    co_return co_await respond(from, std::move(stream), reader,
                               {.keep_alive = settings_.keep_alive}, cancel);
}

asio::awaitable<response> endpoint::post_request(posted from, mcp::request what)
{
    if (what.method == "initialize" && from.what.head.count(session_header) == 0)
        co_return open_session(from, what);
    const auto held = session_of(from.what, from.who);
    if (!held)
        co_return held.error();
    if (!from.takes.events) // it could not be asked
        co_return error_answer(406, invalid_request("Accept names text/event-stream as well"));
    auto& session = (*held)->get();
    const bool can_come_back = session.speaks() >= revision::of_2025_11_25;
    auto [number, stream] = (*held)->make_stream();
    const auto reader = stream->attach();
    session.take(std::move(what), std::make_shared<stream_outlet>(stream, can_come_back));
    // One that goes away may come back, and has cancelled nothing.
    co_return co_await respond(from, std::move(stream), reader,
                               {.stream = number,
                                .primed = can_come_back,
                                .retry = settings_.retry,
                                .keep_alive = settings_.keep_alive},
                               [] {});
}

asio::awaitable<response> endpoint::post_batch(posted from, incoming what)
{
    const auto held = session_of(from.what, from.who);
    if (!held)
        co_return held.error();
    if (!from.takes.events)
        co_return error_answer(406, invalid_request("Accept names text/event-stream as well"));
    auto& session = (*held)->get();
    if (!has_batches(session.speaks()))
        co_return error_answer(400,
                               invalid_request("This revision of the protocol has no batches"));
    json known = json::array();
    std::vector<mcp::request> asked;
    for (auto& each : what.parts) {
        if (!each)
            known.push_back(to_response(each.error().id, each.error().why));
        else if (auto* one = std::get_if<mcp::request>(&*each))
            asked.push_back(std::move(*one));
        else if (auto* told = std::get_if<notification>(&*each))
            session.take(*told);
        else
            session.take(std::get<reply>(std::move(*each)));
    }
    if (asked.empty())
        co_return known.empty() ? empty_answer() : json_answer(400, to_text(known));
    auto [number, stream] = (*held)->make_stream();
    const auto reader = stream->attach();
    const auto outlets = outlets_of_batch(asked.size(), std::move(known),
                                          std::make_shared<stream_outlet>(stream, false));
    for (std::size_t at = 0; at < asked.size(); ++at)
        session.take(std::move(asked[at]), outlets[at]);
    co_return co_await respond(from, std::move(stream), reader,
                               {.stream = number, .keep_alive = settings_.keep_alive}, [] {});
}

} // namespace thimble::mcp::http
