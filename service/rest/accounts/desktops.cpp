// GET /v1/desktops, POST /v1/desktops/approve, DELETE /v1/desktops/{desktop_id}.
#include "http/json_response.hpp"
#include "service/phones/phone_record.hpp"
#include "service/rest/endpoints.hpp"
#include "text/ascii.hpp"
#include "text/json_member.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t code_characters = 8;
constexpr std::int64_t code_with_dash = 9;

/// Facts about a desktop, whether it is enrolled or in this process.
struct shown_desktop {
    std::string id;
    std::string name;
    std::string version; // empty: it has never linked
    bool enrolled = false;
    std::optional<desktop_row::time> created_at = {};
    std::optional<std::string> approved_by = {}; // a key's id
    std::optional<desktop_row::time> last_seen_at = {};
};

/// Nothing where it is not connected.
const desktop_record* find_among(const std::vector<desktop_record>& connected,
                                 const std::string& id)
{
    const auto found = std::ranges::find(connected, id, &desktop_record::id);
    return found == connected.end() ? nullptr : &*found;
}

shown_desktop shown(const desktop_row& of)
{
    return {.id = of.id,
            .name = of.said.name,
            .version = of.said.version,
            .enrolled = true,
            .created_at = of.created_at,
            .approved_by = of.approved_by,
            .last_seen_at = of.last_seen_at};
}

shown_desktop shown(const desktop_record& of)
{
    return {.id = of.id, .name = of.name, .version = of.version};
}

/// `now`: the desktop as it is connected, or nullptr.
ordered_json desktop_json(const phones& known, const shown_desktop& of, const desktop_record* now)
{
    auto phone_ids = ordered_json::array();
    for (const auto& each : known.attached_to(of.id))
        phone_ids.push_back(each->id);
    ordered_json record;
    record["id"] = of.id;
    record["name"] = of.name;
    record["state"] = now != nullptr ? "connected" : "offline";
    record["version"] = of.version.empty() ? ordered_json() : ordered_json(of.version);
    record["phones"] = std::move(phone_ids);
    record["blockers"] = now != nullptr ? blocker_records(now->blockers) : ordered_json::array();
    record["enrolled"] = of.enrolled;
    record["created_at"] = time_or_null(of.created_at);
    record["approved_by"] = of.approved_by ? ordered_json(*of.approved_by) : ordered_json();
    record["last_seen_at"] = time_or_null(of.last_seen_at);
    return record;
}

asio::awaitable<http::response> list_desktops(services& in, call& what)
{
    const auto connected = in.phones.connected_desktops(what.who.id);
    auto records = ordered_json::array();
    for (const auto& each : connected)
        if (!in.desktops.past_of(each.id))
            records.push_back(desktop_json(in.phones, shown(each), &each));
    for (const auto& each : in.desktops.of(what.who.id))
        records.push_back(desktop_json(in.phones, shown(each), find_among(connected, each.id)));
    ordered_json out;
    out["desktops"] = std::move(records);
    co_return json_response(out);
}

asio::awaitable<http::response> approve_desktop(services& in, call& what)
{
    const auto approved =
        co_await in.enrolments.approve(what.who, what.given.text("code"), enrolments::clock::now());
    if (!approved)
        co_return to_response(approved.error());
    what.made_id = approved->id;
    const auto connected = in.phones.connected_desktops(what.who.id);
    co_return json_response(
        desktop_json(in.phones, shown(*approved), find_among(connected, approved->id)));
}

asio::awaitable<http::response> revoke_desktop(services& in, call& what)
{
    const auto id = to_lower(what.path.find("desktop_id")->second);
    const auto connected = in.phones.connected_desktops(what.who.id);
    if (!in.desktops.past_of(id) && find_among(connected, id) != nullptr)
        co_return to_response(
            invalid_argument("desktop_id", "in_this_process",
                             "is the desktop of this very process, which has no token to revoke"));
    const auto revoked = co_await in.desktops.revoke(what.who.id, id);
    if (!revoked)
        co_return to_response(revoked.error());
    http::response out;
    out.status = 204;
    co_return out;
}

endpoint listing_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/desktops"};
    row.documented_as = {
        .in = chapter::desktops,
        .summary = "List the desktops of the account",
        .details = "In local mode the desktop of the process is among them; it is not `enrolled`.",
        .answers = {{.meaning = "The desktops.", .records = {"desktop_list"}}}};
    row.answer = [&in](call& what) { return list_desktops(in, what); };
    return row;
}

endpoint approval_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::post;
    row.paths = {"/v1/desktops/approve"};
    row.changes_rights = true;
    row.body = {text("code", code_characters, code_with_dash)
                    .needed()
                    .such_as("BCDF-GHJK")
                    .means("The code on the desktop's screen; case and dash do not matter.")};
    row.documented_as = {
        .in = chapter::desktops,
        .summary = "Let a desktop in by its code",
        .details = "Approve only a code that you see on a desktop of yours: whoever shows it gets "
                   "to hold phones of the account. Approving twice is approving once. After ten "
                   "codes that no desktop shows, there is one more try every six seconds. An "
                   "account has at most 1000 desktops.",
        .answers = {{.meaning = "The desktop, which fetches its token now.",
                     .records = {"desktop"}}},
        .failures = {"DATA_NOT_FOUND"}};
    row.answer = [&in](call& what) { return approve_desktop(in, what); };
    return row;
}

endpoint revocation_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::delete_;
    row.paths = {"/v1/desktops/{desktop_id}"};
    row.changes_rights = true;
    row.documented_as = {
        .in = chapter::desktops,
        .summary = "Revoke a desktop",
        .details = "Its link is cut at once, and its token opens nothing any more. The desktop of "
                   "the service's own process, in local mode, cannot be revoked.",
        .answers = {{.status = 204, .meaning = "It is out."}},
        .failures = {"DESKTOP_NOT_FOUND", "INVALID_ARGUMENT"}};
    row.answer = [&in](call& what) { return revoke_desktop(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> desktop_endpoints(services& in)
{
    return {listing_row(in), approval_row(in), revocation_row(in)};
}

} // namespace thimble::service::api
