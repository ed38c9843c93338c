// GET and POST /v1/authorizations/{request_id}; GET /v1/grants, DELETE /v1/grants/{grant_id}.
#include "http/json_response.hpp"
#include "service/oauth/redirect_uri.hpp"
#include "service/rest/endpoints.hpp"
#include "text/ascii.hpp"
#include "text/iso_time.hpp"

#include <iterator>
#include <utility>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_grant = 365; // days
constexpr std::int64_t usual_grant = 30;
constexpr std::int64_t most_phones_of_a_grant = 100;
constexpr std::int64_t length_of_phone_id = 36;
constexpr std::int64_t length_of_scope = 8;

http::response request_is_over()
{
    return to_response({.code = "DATA_NOT_FOUND",
                        .message = "This request for access is over; begin anew in the program."});
}

ordered_json request_record(const oauth::authorization_request& of)
{
    ordered_json out;
    out["client_name"] = of.from.name;
    out["client_host"] =
        of.from.documented ? ordered_json(oauth::shown_host(of.from.id)) : ordered_json();
    out["redirect_host"] = oauth::shown_host(of.redirect_uri);
    out["scopes"] = of.scopes.names();
    return out;
}

asio::awaitable<http::response> show_request(services& in, call& what)
{
    const auto* const found = in.programs.find_request(what.path.find("request_id")->second);
    co_return found == nullptr ? request_is_over() : json_response(request_record(*found));
}

result<std::optional<oauth::authorization_server::decision>>
decision_in(const services& in, const call& what, const oauth::authorization_request& asked)
{
    if (!what.given.flag("approve"))
        return std::optional<oauth::authorization_server::decision>();
    oauth::authorization_server::decision out{
        .rights = {.scopes = asked.scopes, .phones = what.who.rights.phones},
        .time = std::chrono::days(what.given.integer("days"))};
    if (what.given.has("scopes")) {
        out.rights.scopes = {};
        for (const auto& each : what.given.texts("scopes"))
            if (const auto one = parse_scope(each))
                out.rights.scopes.add(*one);
    }
    if (what.given.has("phones") && !what.given.value("phones").is_null()) {
        out.rights.phones.emplace();
        for (const auto& each : what.given.texts("phones")) {
            const auto phone = in.phones.find(what.who, each);
            if (!phone)
                return std::unexpected(phone.error());
            out.rights.phones->push_back((*phone)->id);
        }
    }
    return std::optional(std::move(out));
}

asio::awaitable<http::response> decide(services& in, call& what)
{
    const auto& id = what.path.find("request_id")->second;
    const auto* const asked = in.programs.find_request(id);
    if (asked == nullptr)
        co_return request_is_over();
    const auto wanted = decision_in(in, what, *asked);
    if (!wanted)
        co_return to_response(wanted.error());
    const auto address = in.programs.decide(what.who, id, *wanted);
    if (!address)
        co_return to_response(address.error());
    ordered_json record;
    record["redirect_to"] = *address;
    co_return json_response(record);
}

/// Ids, of those that have not ended.
std::vector<std::string> sessions_of_grant(const services& in, const std::string& grant_id)
{
    std::vector<std::string> out;
    const auto all = in.begun.live_of_programs();
    for (auto [each, last] = all.equal_range(grant_id); each != last; ++each)
        out.push_back(each->second);
    return out;
}

ordered_json grant_record(const services& in, const oauth::grant& of)
{
    ordered_json out;
    out["id"] = of.id;
    out["client_id"] = of.client_id;
    out["client_name"] = of.client_name;
    out["scopes"] = of.rights.scopes.names();
    out["phones"] = of.rights.phones ? ordered_json(*of.rights.phones) : ordered_json();
    out["created_at"] = iso_time(of.created_at);
    out["ends_at"] = iso_time(of.ends_at);
    out["last_used_at"] = of.last_used_at ? ordered_json(iso_time(*of.last_used_at)) : nullptr;
    out["sessions"] = sessions_of_grant(in, of.id);
    return out;
}

asio::awaitable<http::response> list_grants(services& in, call& what)
{
    auto records = ordered_json::array();
    for (const auto& each : in.programs.grants_of(what.who))
        records.push_back(grant_record(in, each));
    ordered_json out;
    out["grants"] = std::move(records);
    co_return json_response(out);
}

/// All of them, whatever becomes of one; the last failure. One that has ended meanwhile is none.
asio::awaitable<result<void>>
stop_sessions(services& in, std::string account_id, std::vector<std::string> ids)
{
    result<void> out;
    for (const auto& id : ids)
        if (auto stopped = co_await in.sessions.apply(account_id, id, sessions::control::stop);
            !stopped && stopped.error().code != "SESSION_ENDED")
            out = std::move(stopped);
    co_return out;
}

/// The program first: it must not begin anything more.
asio::awaitable<http::response> revoke_grant(services& in, call& what)
{
    const auto id = to_lower(what.path.find("grant_id")->second);
    const auto ended = co_await in.programs.end_grant(what.who, id);
    if (!ended && ended.error().code == "GRANT_NOT_FOUND")
        co_return to_response(ended.error());
    result<void> stopped;
    if (what.given.has("with"))
        stopped = co_await stop_sessions(in, what.who.id, sessions_of_grant(in, id));
    if (!ended)
        co_return to_response(ended.error());
    if (!stopped)
        co_return to_response(stopped.error());
    http::response out;
    out.status = 204;
    co_return out;
}

result<void> check_scope_of_grant(const nlohmann::json& given, const std::string& place)
{
    const auto one = parse_scope(given.get<std::string>());
    if (one && *one != scope::admin)
        return {};
    return std::unexpected(invalid_argument(place, "unknown", "takes read, act or sessions"));
}

endpoint show_request_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/authorizations/{request_id}"};
    row.documented_as = {
        .in = chapter::keys,
        .summary = "Show a program's request for access",
        .details = "A client of the Model Context Protocol has sent a browser here by OAuth. The "
                   "request waits for ten minutes.",
        .answers = {{.meaning = "The request.", .records = {"authorization_request"}}},
        .failures = {"DATA_NOT_FOUND"}};
    row.answer = [&in](call& what) { return show_request(in, what); };
    return row;
}

std::vector<parameter> decision_parameters()
{
    auto scopes = texts("scopes", std::ssize(all_scopes), length_of_scope)
                      .checked_by(check_scope_of_grant)
                      .such_as(nlohmann::json::array({"read", "act"}))
                      .means("Some of those that are asked for; left out: all of them.");
    scopes.least_items = 1;
    auto phones = texts("phones", most_phones_of_a_grant, length_of_phone_id)
                      .or_null()
                      .means("Ids of the only phones that it may use; left out or null: any.");
    phones.least_items = 1;
    return {boolean("approve").needed().such_as(false).means("Else the program is told no."),
            std::move(scopes), std::move(phones),
            integer("days", 1, longest_grant)
                .otherwise(usual_grant)
                .means("After which it has to ask again.")};
}

endpoint decision_row(services& in)
{
    endpoint row;
    row.method = verb::post;
    row.paths = {"/v1/authorizations/{request_id}"};
    row.body = decision_parameters();
    row.documented_as = {
        .in = chapter::keys,
        .summary = "Decide about a program's request for access",
        .details = "Once. The browser then goes to the address of the answer, which is the "
                   "program's, and brings it a code that is good for a minute.",
        .answers = {{.meaning = "Where the browser goes.", .records = {"authorization_decision"}}},
        .failures = {"DATA_NOT_FOUND", "PHONE_NOT_FOUND"}};
    row.answer = [&in](call& what) { return decide(in, what); };
    return row;
}

endpoint list_grants_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/grants"};
    row.documented_as = {
        .in = chapter::keys,
        .summary = "List the programs that somebody has let in",
        .details = "By OAuth, for the Model Context Protocol. An account has at most 100; the "
                   "oldest give way.",
        .answers = {{.meaning = "The oldest first.", .records = {"grant_list"}}}};
    row.answer = [&in](call& what) { return list_grants(in, what); };
    return row;
}

endpoint revoke_grant_row(services& in)
{
    endpoint row;
    row.method = verb::delete_;
    row.paths = {"/v1/grants/{grant_id}"};
    row.changes_rights = true;
    row.query = {choice("with", {"sessions"})
                     .such_as("sessions")
                     .means("What it has begun and is to end with it.")};
    row.documented_as = {.in = chapter::keys,
                         .summary = "Let a program in no more",
                         .details = "Sessions that it began and whose end it does not wait for go "
                                    "on, unless `with` says otherwise; GET /v1/grants lists them.",
                         .answers = {{.status = 204, .meaning = "Its tokens open nothing."}},
                         .failures = {"GRANT_NOT_FOUND"}};
    row.answer = [&in](call& what) { return revoke_grant(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> grant_endpoints(services& in)
{
    return {show_request_row(in), decision_row(in), list_grants_row(in), revoke_grant_row(in)};
}

} // namespace thimble::service::api
