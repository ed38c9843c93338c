// POST /v1/enrolments, GET /v1/enrolments/{enrolment_id}.
#include "http/json_response.hpp"
#include "service/accounts/credential.hpp"
#include "service/rest/endpoints.hpp"
#include "text/ascii.hpp"
#include "text/iso_time.hpp"
#include "text/printable_text.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_desktop_name = 80;

/// Strangers choose it, and an operator's terminal shows it.
result<void> check_desktop_name(const nlohmann::json& given, const std::string& place)
{
    if (is_printable(given.get<std::string>()))
        return {};
    return std::unexpected(
        invalid_argument(place, "not_printable", "must not have control characters"));
}

asio::awaitable<http::response> begin_enrolment(services& in, call& what)
{
    const auto opened = co_await in.enrolments.open(what.given.text("name"), what.caller.address(),
                                                    enrolments::clock::now());
    if (!opened)
        co_return to_response(opened.error());
    ordered_json record;
    record["id"] = opened->row.id;
    record["code"] = opened->row.code;
    record["poll_token"] = opened->poll_token;
    record["expires_at"] = iso_time(opened->row.expires_at);
    record["interval_s"] = in.enrolments.granted().poll_interval.count();
    co_return json_response(record, 201);
}

asio::awaitable<http::response> follow_enrolment(services& in, call& what)
{
    const auto found =
        co_await in.enrolments.look(to_lower(what.path.find("enrolment_id")->second),
                                    std::string(bearer_of(what.request)), enrolments::clock::now());
    if (!found)
        co_return to_response(found.error());
    ordered_json record;
    record["id"] = found->row.id;
    record["status"] = to_string(found->reached);
    if (found->reached == enrolments::stage::approved) {
        record["desktop_id"] = *found->row.desktop_id;
        record["token"] = found->token;
        record["name"] = found->row.name;
    }
    auto out = json_response(record);
    out.set("Cache-Control", "no-store");
    co_return out;
}

endpoint begin_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::post;
    row.paths = {"/v1/enrolments"};
    row.open_to = endpoint::access::everybody;
    row.body = {text("name", 1, longest_desktop_name)
                    .needed()
                    .checked_by(check_desktop_name)
                    .such_as("Front desk")
                    .means("What a person will know the desktop by.")};
    row.documented_as = {
        .in = chapter::desktops,
        .summary = "Ask for a desktop to be let in",
        .details = "`thimbled enroll` does this. Show `code` to the person at the desktop, who "
                   "takes it to the owner of an account (POST /v1/desktops/approve); keep "
                   "`poll_token`. A code is valid for ten minutes. One address may ask 20 times "
                   "at once and 20 times a minute, everybody together 100 times.",
        .answers = {{.status = 201, .meaning = "The code.", .records = {"enrolment"}}},
        .failures = {"RATE_LIMITED", "FOREIGN_ORIGIN", "STORE_UNAVAILABLE"}};
    row.answer = [&in](call& what) { return begin_enrolment(in, what); };
    return row;
}

endpoint follow_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/enrolments/{enrolment_id}"};
    row.open_to = endpoint::access::everybody;
    row.documented_as = {
        .in = chapter::desktops,
        .summary = "Ask how far an enrolment is",
        .details = "Send `Authorization: Bearer <poll_token>`; without the right one the enrolment "
                   "is not found. Wait `interval_s` seconds between two looks. Once it has been "
                   "approved, every look gives the same token, until the desktop has linked with "
                   "it: from then on there is no such enrolment. One that nobody has approved is "
                   "`expired` for ten minutes after its time, then it is not found.",
        .answers = {{.meaning = "Whether it has been approved; with the token, if it has.",
                     .records = {"approved_enrolment", "waiting_enrolment"},
                     .when = {{"approved_enrolment", "once it has been approved"},
                              {"waiting_enrolment", "before that"}}}},
        .failures = {"DATA_NOT_FOUND", "STORE_UNAVAILABLE"}};
    row.answer = [&in](call& what) { return follow_enrolment(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> enrolment_endpoints(services& in)
{
    return {begin_row(in), follow_row(in)};
}

} // namespace thimble::service::api
