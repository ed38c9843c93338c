// Requests to a session: a message, pause, resume, interrupt, stop.
#include "service/rest/sessions/session_answers.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using sessions::control;

namespace {

http::response done_response(const result<void>& how)
{
    if (!how)
        return to_response(how.error());
    http::response out;
    out.status = 204;
    return out;
}

/// Nobody makes an agent go on with a phone that somebody else has leased; stopping it is open to
/// all.
result<void> check_lease_of_phone(const services& in, const call& what, const sessions::facts& of)
{
    const auto phone = in.phones.find(what.who.id, of.phone_id);
    if (!phone || of.completed_at)
        return {};
    return check_lease(**phone, actor_of(what.who));
}

asio::awaitable<http::response> apply_control(services& in, call& what, control wanted)
{
    const auto found = co_await find_session(in, what);
    if (!found)
        co_return to_response(found.error());
    if (wanted == control::resume)
        if (const auto free = check_lease_of_phone(in, what, *found); !free)
            co_return to_response(free.error());
    co_return done_response(co_await in.sessions.apply(what.who.id, found->id, wanted));
}

asio::awaitable<http::response> hear_message(services& in, call& what)
{
    const auto found = co_await find_session(in, what);
    if (!found)
        co_return to_response(found.error());
    if (const auto free = check_lease_of_phone(in, what, *found); !free)
        co_return to_response(free.error());
    co_return done_response(
        co_await in.sessions.hear(what.who.id, found->id, what.given.text("message")));
}

endpoint control_row(services& in, control what, std::string summary, std::string details)
{
    endpoint row;
    row.method = verb::post;
    row.paths = {"/v1/sessions/{session_id}/" + std::string(to_string(what))};
    row.needs = {scope::sessions};
    row.minds_phones = true;
    row.documented_as = {.in = chapter::sessions,
                         .summary = std::move(summary),
                         .details = std::move(details),
                         .answers = {{.status = 204, .meaning = "It will."}},
                         .failures = {"SESSION_NOT_FOUND", "SESSION_ENDED"},
                         .finds_phone = true};
    if (what == control::resume)
        row.documented_as.failures.emplace_back("PHONE_LEASED");
    row.answer = [&in, what](call& asked) { return apply_control(in, asked, what); };
    return row;
}

endpoint message_row(services& in)
{
    endpoint row;
    row.method = verb::post;
    row.paths = {"/v1/sessions/{session_id}/messages", "/v1/sessions/{session_id}/message"};
    row.needs = {scope::sessions};
    row.minds_phones = true;
    row.body = sessions::message_parameters();
    row.documented_as = {
        .in = chapter::sessions,
        .summary = "Tell the agent something",
        .details = "It hears it at its next turn. One that waits for an answer "
                   "goes on with it; one that is paused stays so.",
        .answers = {{.status = 204, .meaning = "It will hear it."}},
        .failures = {"SESSION_NOT_FOUND", "SESSION_ENDED", "QUEUE_FULL", "PHONE_LEASED"},
        .finds_phone = true};
    row.answer = [&in](call& what) { return hear_message(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> session_control_endpoints(services& in)
{
    return {message_row(in),
            control_row(in, control::pause, "Have the agent pause",
                        "Before its next step. The act under way ends as it ends, and the time "
                        "goes on counting."),
            control_row(in, control::resume, "Have it go on where it was", {}),
            control_row(in, control::interrupt, "Take over from the agent",
                        "The act under way is cancelled and no finger stays down; the agent then "
                        "waits for a message."),
            control_row(in, control::stop, "End the session",
                        "Within a second, whatever it is doing, and no finger stays down.")};
}

} // namespace thimble::service::api
