// GET /v1/sessions/{session_id}/events: a page of them, or all as they happen.
#include "http/accept.hpp"
#include "http/json_response.hpp"
#include "http/open_body.hpp"
#include "service/agent_loop/following.hpp"
#include "service/rest/sessions/session_answers.hpp"
#include "service/sessions/event_stream.hpp"

#include <limits>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

/// From that event on, as long as the session lasts.
http::response
stream_from(services& in, const call& what, const std::string& id, std::uint64_t since)
{
    const auto first = sessions::first_wanted(since, what.request.head["Last-Event-ID"]);
    if (!first)
        return to_response(first.error());
    auto out = http::open_head(http::event_stream_type);
    if (what.request.head.method() == boost::beast::http::verb::head)
        return out;
    auto admitted = in.followers.admit(what.who, id);
    if (!admitted)
        return to_response(admitted.error());
    out.becomes = std::make_shared<following>(in.sessions, std::move(*admitted),
                                              in.followers.granted(), *first);
    return out;
}

ordered_json event_page_record(const sessions::event_page& page)
{
    auto records = ordered_json::array();
    for (const auto& each : page.events)
        records.push_back(sessions::event_record(each));
    ordered_json out;
    out["events"] = std::move(records);
    out["next_index"] = page.next_index;
    return out;
}

asio::awaitable<http::response> tell_events(services& in, call& what)
{
    const auto found = co_await find_session(in, what);
    if (!found)
        co_return to_response(found.error());
    const auto since = static_cast<std::uint64_t>(what.given.integer("since"));
    if (http::accepts(what.request.head["Accept"], http::event_stream_type).value_or(false))
        co_return stream_from(in, what, found->id, since);
    const auto page = co_await in.sessions.events(what.who.id, found->id, since);
    co_return page ? json_response(event_page_record(*page)) : to_response(page.error());
}

} // namespace

std::vector<endpoint> session_event_endpoints(services& in)
{
    endpoint row;
    row.paths = {"/v1/sessions/{session_id}/events"};
    row.needs = {scope::read, scope::sessions};
    row.minds_phones = true;
    row.query = {integer("since", 0, std::numeric_limits<std::int32_t>::max())
                     .otherwise(0)
                     .means("Only events with this index and later ones.")};
    row.documented_as = {
        .in = chapter::sessions,
        .summary = "Read what has happened in a session, or follow it live",
        .details =
            "A page may have fewer events than there are: ask again from `next_index`. With "
            "`Accept: text/event-stream` the events come as they happen, one after the other: `id` "
            "is the index, `event` the type, `data` the event. A stream that is opened again with "
            "`Last-Event-ID` goes on after that event. While nothing happens there is a comment "
            "every 15 seconds; after the last `status` the stream ends.",
        .answers = {{.meaning = "The events.",
                     .records = {"event_list"},
                     .media_types = {std::string(http::event_stream_type)},
                     .headers = {"X-Accel-Buffering"}}},
        .failures = {"SESSION_NOT_FOUND", "QUEUE_FULL"},
        .finds_phone = true};
    row.answer = [&in](call& what) { return tell_events(in, what); };
    return {row};
}

} // namespace thimble::service::api
