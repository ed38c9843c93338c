// POST and GET /v1/sessions, GET /v1/sessions/{session_id}.
#include "http/json_response.hpp"
#include "service/agent_loop/session_failures.hpp"
#include "service/gateway/described_phone.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/rest/sessions/session_answers.hpp"
#include "text/ascii.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

http::response begun_response(const sessions::facts& of)
{
    return json_response(sessions::session_record(of, of.created_at), 201);
}

/// Any phone that fits, as soon as it is this request's turn.
asio::awaitable<result<phone_ptr>>
any_phone_for(services& in, call& what, const sessions::order& wanted)
{
    if (wanted.phone_id)
        co_return std::unexpected(invalid_argument(
            "phone", "phone_named", "stands beside phone_id; leave one of them out"));
    auto meant = described_phone(what);
    if (!meant)
        co_return std::unexpected(std::move(meant.error()));
    if (!in.sessions.has_model()) // before anything is waited for
        co_return std::unexpected(no_model());
    co_return co_await wait_for_phone(in.waiting, in.cut_off, what, std::move(*meant));
}

/// The phone that is named or described, else the one that is meant without a name. A session
/// begins with a picture of it, and comes to nothing where nothing can be touched; a locked phone
/// may be unlocked meanwhile.
asio::awaitable<result<phone_ptr>>
phone_for(services& in, call& what, const sessions::order& wanted)
{
    auto phone = what.given.has("phone") ? co_await any_phone_for(in, what, wanted)
                 : wanted.phone_id       ? in.phones.find_called(what.who, *wanted.phone_id)
                                         : in.phones.the_one(what.who);
    if (!phone && phone.error().code == "NO_PHONE_SELECTED")
        phone.error().message = "Several phones are connected; name one in `phone_id`, or choose "
                                "one with POST /v1/phones/{phone_id}/select.";
    if (!phone)
        co_return phone;
    if (auto free = check_lease(**phone, actor_of(what.who)); !free)
        co_return std::unexpected(std::move(free.error()));
    if (auto via = in.phones.reach(**phone); !via)
        co_return std::unexpected(std::move(via.error()));
    if (auto ready = check_ready(**phone, link::screenshot{}); !ready)
        co_return std::unexpected(std::move(ready.error()));
    if (!offers(**phone, link::tap::name))
        if (auto touchable = check_ready(**phone, link::tap{}); !touchable)
            co_return std::unexpected(std::move(touchable.error()));
    co_return phone;
}

/// Rows committed together with the session: the answer to a repetition of the request.
agent_sessions::also_in_transaction also_in_transaction_of(const call& what)
{
    if (!what.once)
        return nullptr;
    return [keep = what.once->transaction_with_answer()](store::transaction& on,
                                                         const sessions::facts& begun) {
        keep(on, begun.id, {.response = begun_response(begun), .phone_id = begun.phone_id});
    };
}

/// The session goes on where it cannot be recorded after all. It may have ended before its
/// recording has begun.
asio::awaitable<void>
record_session(services& in, account who, phone_ptr phone, const sessions::facts& begun)
{
    const auto& granted = in.recordings.granted();
    const auto account_id = who.id;
    co_await in.recordings.start({.phone = std::move(phone),
                                  .who = std::move(who),
                                  .wanted = {.max_duration = granted.longest},
                                  .id = begun.recording_id,
                                  .session_id = begun.id});
    const auto now = co_await in.sessions.find(account_id, begun.id);
    if (now && now->completed_at)
        in.recordings.stop_soon(*begun.recording_id, recording_end::session_ended);
}

asio::awaitable<http::response> begin_session(services& in, call& what)
{
    if (const auto left = co_await in.sessions.check_minutes(what.who.id); !left)
        co_return to_response(left.error());
    auto wanted = sessions::read_order(what.given);
    if (!wanted)
        co_return to_response(wanted.error());
    if (const auto allowed = in.sessions.check_model(*wanted); !allowed)
        co_return to_response(allowed.error());
    auto phone = co_await phone_for(in, what, *wanted);
    if (!phone)
        co_return to_response(phone.error());
    what.phone_id = (*phone)->id;
    if (wanted->record)
        if (const auto free = co_await in.recordings.check_anywhere(what.who, *phone); !free)
            co_return to_response(free.error());
    const auto recorded = *phone;
    const auto begun = co_await in.sessions.begin(what.who.id, std::move(*wanted),
                                                  std::move(*phone), also_in_transaction_of(what));
    if (!begun) {
        in.waiting.look_at(what.phone_id); // which was taken while it was being written down
        co_return to_response(begun.error());
    }
    what.made_id = begun->id;
    in.begun.note(what.phone_id, begun->id, actor_of(what.who));
    if (begun->recording_id)
        co_await record_session(in, what.who, recorded, *begun);
    if (what.once)
        what.once->has_kept_answer();
    // A tool that was cancelled meanwhile does not know the id, and so cannot stop it.
    if (what.from_within && what.caller.gone())
        co_await in.sessions.apply(what.who.id, begun->id, sessions::control::stop);
    co_return begun_response(*begun);
}

asio::awaitable<http::response> show_session(services& in, call& what)
{
    const auto found = co_await find_session(in, what);
    co_return found
        ? json_response(sessions::session_record(*found, std::chrono::system_clock::now()))
        : to_response(found.error());
}

result<sessions::session_filter> session_filter_of(const services& in, const call& what)
{
    const auto& given = what.given;
    sessions::session_filter wanted{.account_id = what.who.id,
                                    .phones = what.who.rights.phones,
                                    .limit = given.integer("limit")};
    if (given.has("phone_id")) {
        auto id = in.phones.id_called(what.who, given.text("phone_id"));
        if (!id)
            return std::unexpected(std::move(id.error()));
        wanted.phone_id = std::move(*id);
    }
    if (given.has("status"))
        wanted.in = sessions::parse_status(given.text("status"));
    if (given.has("before") && !is_uuid(given.text("before")))
        return std::unexpected(invalid_argument("before", "not_a_uuid", "must be a UUID"));
    if (given.has("before"))
        wanted.before = to_lower(given.text("before"));
    return wanted;
}

asio::awaitable<http::response> list_sessions(services& in, call& what)
{
    auto wanted = session_filter_of(in, what);
    if (!wanted)
        co_return to_response(wanted.error());
    const auto most = static_cast<std::size_t>(wanted->limit++); // one more tells of a next page
    auto found = co_await in.sessions.list(std::move(*wanted));
    if (!found)
        co_return to_response(found.error());
    const bool has_more = found->size() > most;
    if (has_more)
        found->pop_back();
    auto records = ordered_json::array();
    for (const auto& each : *found)
        records.push_back(sessions::session_record(each, std::chrono::system_clock::now()));
    ordered_json record;
    record["sessions"] = std::move(records);
    record["next_before"] = has_more ? ordered_json(found->back().id) : ordered_json();
    co_return json_response(record);
}

endpoint session_begin_row(services& in)
{
    endpoint row;
    row.method = verb::post;
    row.paths = {"/v1/sessions"};
    row.needs = {scope::sessions};
    row.minds_phones = true;
    row.body = sessions::order_parameters();
    std::ranges::move(requirement_parameters(), std::back_inserter(row.body));
    row.once = true;
    row.documented_as = {
        .in = chapter::sessions,
        .summary = "Give an agent a phone and a task in words",
        .details = "It works until the task is done or it has to give up: ask how it goes, follow "
                   "its events, or talk to it. A phone has one session at a time; single actions "
                   "on it stay allowed.",
        .answers = {{.status = 201,
                     .meaning = "The session.",
                     .records = {"session"},
                     .example = {{"status", "creating"},
                                 {"cost_usd", 0},
                                 {"duration_ms", 0},
                                 {"num_turns", 0},
                                 {"started_at", nullptr},
                                 {"completed_at", nullptr},
                                 {"result", nullptr}}}},
        .failures = {"PHONE_NOT_FOUND", "PHONE_AMBIGUOUS", "NO_PHONES_CONNECTED",
                     "NO_PHONE_SELECTED", "PHONE_NOT_CONNECTED", "MAC_APP_NOT_RUNNING",
                     "PHONE_NOT_READY", "PHONE_LEASED", "NO_PHONE_FITS", "NO_PHONE_FREE",
                     "CANCELLED", "UNSUPPORTED_ACTION", "TASK_ALREADY_RUNNING",
                     "MODEL_NOT_CONFIGURED", "QUEUE_FULL"},
        .finds_phone = true};
    row.answer = [&in](call& what) { return begin_session(in, what); };
    return row;
}

endpoint session_list_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/sessions"};
    row.needs = {scope::read, scope::sessions};
    row.minds_phones = true;
    row.query = {choice("status", {"creating", "running", "paused", "waiting_for_user", "completed",
                                   "failed", "killed"})
                     .means("In this state only."),
                 text("phone_id", 1, 120)
                     .such_as("0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11")
                     .means("Of this phone only: its id, its UDID, or a name that no other phone "
                            "has."),
                 integer("limit", 1, 100).otherwise(20).means("How many at most."),
                 text("before", 1, 64)
                     .means("Only older ones than the session with this id: `next_before` of the "
                            "page before.")};
    row.documented_as = {.in = chapter::sessions,
                         .summary = "List sessions, the newest first",
                         .answers = {{.meaning = "The sessions.", .records = {"session_list"}}},
                         .failures = {"PHONE_NOT_FOUND", "PHONE_AMBIGUOUS"}};
    row.answer = [&in](call& what) { return list_sessions(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> session_endpoints(services& in)
{
    endpoint show_row;
    show_row.paths = {"/v1/sessions/{session_id}"};
    show_row.needs = {scope::read, scope::sessions};
    show_row.minds_phones = true;
    show_row.documented_as = {.in = chapter::sessions,
                              .summary = "Ask how a session goes",
                              .answers = {{.meaning = "The session.", .records = {"session"}}},
                              .failures = {"SESSION_NOT_FOUND"},
                              .finds_phone = true};
    show_row.answer = [&in](call& what) { return show_session(in, what); };
    return {session_begin_row(in), session_list_row(in), show_row};
}

} // namespace thimble::service::api
