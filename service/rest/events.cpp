// GET /v1/events.
#include "http/accept.hpp"
#include "http/json_response.hpp"
#include "http/open_body.hpp"
#include "service/events/event_following.hpp"
#include "service/rest/endpoints.hpp"

#include <boost/asio/this_coro.hpp>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_event_id = 500; // characters

/// After the event that is named, in the header that browsers send or in the query; else from now
/// on.
event_start start_of(const services& in, const call& what)
{
    std::string after(what.request.head["Last-Event-ID"]);
    if (after.empty() && what.given.has("since"))
        after = what.given.text("since");
    if (after.empty())
        return {.number = in.events.next_number(what.who.id)};
    if (auto next = in.events.after(what.who.id, after))
        return std::move(*next);
    return {.number = in.events.next_number(what.who.id), .missed = true};
}

failure too_many_listen()
{
    return {.code = "QUEUE_FULL",
            .message = "Too many listen to events already; try again when somebody has stopped, "
                       "or ask for them without a stream."};
}

http::response listen(services& in, const call& what, const asio::any_io_executor& home)
{
    auto admitted = in.followers.admit(what.who, "events of " + what.who.id);
    if (!admitted)
        return to_response(too_many_listen());
    const auto from = start_of(in, what);
    if (http::asks_for_websocket(what.request)) {
        http::response out;
        out.status = 101;
        out.becomes = std::make_shared<event_channel>(home, in.events, std::move(*admitted), from);
        return out;
    }
    auto out = http::open_head(http::event_stream_type);
    out.becomes = std::make_shared<event_streaming>(in.events, std::move(*admitted), from);
    return out;
}

/// Those that are kept, for who asks now and then.
http::response kept_events(const services& in, const call& what)
{
    auto from = start_of(in, what);
    const bool all = !what.given.has("since");
    const auto missed = from.missed;
    const auto page = in.events.from(what.who, all ? event_start{} : std::move(from));
    auto records = ordered_json::array();
    for (const auto& each : page.events)
        if (auto record = ordered_json::parse(each->record(), nullptr, false);
            !record.is_discarded()) // one of another node may be no JSON
            records.push_back(std::move(record));
    ordered_json out;
    out["events"] = std::move(records);
    out["last_id"] = in.events.id_before(what.who.id, page.next);
    out["missed"] = missed;
    return json_response(out);
}

asio::awaitable<http::response> tell(services& in, call& what)
{
    const bool streamed =
        http::accepts(what.request.head["Accept"], http::event_stream_type).value_or(false);
    if (!streamed && !http::asks_for_websocket(what.request))
        co_return kept_events(in, what);
    if (what.request.head.method() == boost::beast::http::verb::head)
        co_return http::open_head(http::event_stream_type);
    co_return listen(in, what, co_await asio::this_coro::executor);
}

} // namespace

std::vector<endpoint> event_endpoints(services& in)
{
    endpoint row;
    row.paths = {"/v1/events"};
    row.needs = {scope::read};
    row.minds_phones = true;
    row.query = {text("since", 1, longest_event_id)
                     .means("Only what has happened after the event with this id.")};
    row.documented_as = {
        .in = chapter::service,
        .summary = "Hear what happens to phones, jobs and sessions",
        .details =
            "With `Accept: text/event-stream`, or as a WebSocket, the events come as they happen, "
            "from now on, or from the event on that `Last-Event-ID` or `since` names: `id`, "
            "`event` is the type, `data` the whole event; each is a text message of a WebSocket. "
            "Types: `phone`, `readiness`, `alert`, `job` (it has ended), `session` (its status), "
            "and `missed`: some were not kept, read again how things stand. While nothing happens "
            "there is a comment every 15 seconds. The last 1000 events of an account are kept, "
            "until the service ends.",
        .answers = {{.meaning = "Those that are kept; or all as they happen.",
                     .records = {"account_event_list"},
                     .media_types = {std::string(http::event_stream_type)},
                     .headers = {"X-Accel-Buffering"}},
                    {.status = 101, .meaning = "A WebSocket, if that was asked for."}},
        .failures = {"FOREIGN_ORIGIN", "QUEUE_FULL"}};
    row.answer = [&in](call& what) { return tell(in, what); };
    return {row};
}

} // namespace thimble::service::api
