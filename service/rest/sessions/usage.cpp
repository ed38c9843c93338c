// GET /v1/usage.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "service/sessions/usage_record.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;

namespace {

result<void> check_month(const nlohmann::json& given, const std::string& place)
{
    if (!sessions::parse_month(given.get<std::string>()))
        return std::unexpected(
            invalid_argument(place, "not_a_month", "must be a year and a month: 2026-11"));
    return {};
}

sessions::month wanted_month(const call& what)
{
    const auto present = sessions::month_of(std::chrono::system_clock::now());
    if (!what.given.has("month"))
        return present;
    return sessions::parse_month(what.given.text("month")).value_or(present);
}

asio::awaitable<http::response> tell_usage(services& in, call& what)
{
    const auto found = co_await in.sessions.usage_of(what.who.id, wanted_month(what));
    co_return found ? json_response(sessions::usage_record(found->used, found->agreed))
                    : to_response(found.error());
}

} // namespace

std::vector<endpoint> usage_endpoints(services& in)
{
    endpoint row;
    row.paths = {"/v1/usage"};
    row.needs = {scope::read};
    row.query = {text("month", 7, 7)
                     .checked_by(check_month)
                     .such_as("2026-11")
                     .means("A month of the calendar, in UTC; else the present one.")};
    row.documented_as = {
        .in = chapter::sessions,
        .summary = "Ask how many minutes sessions have used, and what they cost",
        .details = "A session counts from its start to its end, pauses included, and one that has "
                   "not ended up to now. A month begins at midnight UTC.",
        .answers = {{.meaning = "The account's month.", .records = {"usage"}}}};
    row.answer = [&in](call& what) { return tell_usage(in, what); };
    return {row};
}

} // namespace thimble::service::api
