// GET and POST /v1/keys, DELETE /v1/keys/{key_id}.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "text/ascii.hpp"
#include "text/iso_time.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_key_name = 80;
constexpr std::string_view with_sessions = "sessions";
constexpr std::string_view with_desktops = "desktops";
constexpr std::int64_t longest_scope = 8;
constexpr std::int64_t most_phones_of_a_key = 100;
constexpr std::int64_t longest_phone_id = 36;
constexpr std::int64_t longest_list_of_deeds = 17; // "sessions,desktops"

/// Things that have been begun with a key and go on without it.
struct deeds {
    std::vector<std::string> sessions; // ids of those that have not ended
    std::vector<std::string> desktops; // ids
};

/// By the id of the key. Of one account: no key is used by two.
std::map<std::string, deeds> deeds_in(const services& in, const std::string& account_id)
{
    std::map<std::string, deeds> out;
    for (auto& [key_id, session_id] : in.begun.live())
        out[key_id].sessions.push_back(std::move(session_id));
    for (const auto& each : in.desktops.of(account_id))
        if (each.approved_by)
            out[*each.approved_by].desktops.push_back(each.id);
    return out;
}

ordered_json key_record(const key_row& of, const deeds& begun)
{
    ordered_json record;
    record["id"] = of.id;
    record["name"] = of.name;
    record["prefix"] = of.prefix;
    record["created_at"] = iso_time(of.created_at);
    record["last_used_at"] =
        of.last_used_at ? ordered_json(iso_time(*of.last_used_at)) : ordered_json();
    record["scopes"] = of.rights.scopes.names();
    record["phones"] = of.rights.phones ? ordered_json(*of.rights.phones) : ordered_json();
    record["sessions"] = begun.sessions;
    record["desktops"] = begun.desktops;
    return record;
}

/// A key for some phones knows of itself and of those that it has made: others name other phones.
bool may_see(const services& in, const account& who, const std::string& key_id)
{
    if (!who.rights.phones)
        return true;
    const auto family = in.accounts.family_of(who, who.key_id);
    return std::ranges::find(family, key_id) != family.end();
}

asio::awaitable<http::response> list_keys(services& in, call& what)
{
    auto begun = deeds_in(in, what.who.id);
    auto records = ordered_json::array();
    for (const auto& each : in.accounts.keys_of(what.who.id))
        if (may_see(in, what.who, each.id))
            records.push_back(key_record(each, begun[each.id]));
    co_return json_response(records);
}

/// Those of the maker, where the request names none. A phone of others, or one that the maker may
/// not use, does not exist.
result<access_rights> wanted_rights(const services& in, const call& what)
{
    auto out = what.who.rights;
    if (what.given.has("scopes")) {
        out.scopes = {};
        for (const auto& each : what.given.texts("scopes"))
            out.scopes.add(*parse_scope(each));
    }
    if (!what.given.has("phones") || what.given.value("phones").is_null())
        return out;
    out.phones.emplace();
    for (const auto& each : what.given.texts("phones")) {
        const auto phone = in.phones.find(what.who, each);
        if (!phone)
            return std::unexpected(phone.error());
        if (!out.may_use((*phone)->id))
            out.phones->push_back((*phone)->id);
    }
    return out;
}

asio::awaitable<http::response> make(services& in, call& what)
{
    auto wanted = wanted_rights(in, what);
    if (!wanted)
        co_return to_response(wanted.error());
    const auto made =
        co_await in.accounts.make_key(what.who, what.given.text("name"), std::move(*wanted));
    if (!made)
        co_return to_response(made.error());
    what.made_id = made->row.id;
    auto record = key_record(made->row, {});
    record["key"] = made->key;
    co_return json_response(record, 201);
}

std::vector<std::string_view> words_of(std::string_view list)
{
    std::vector<std::string_view> out;
    for (const auto each : std::views::split(list, ','))
        out.emplace_back(each.begin(), each.end());
    return out;
}

result<void> check_scope(const nlohmann::json& given, const std::string& place)
{
    if (parse_scope(given.get<std::string>()))
        return {};
    return std::unexpected(
        invalid_argument(place, "unknown", "takes read, act, sessions or admin"));
}

result<void> check_deeds(const nlohmann::json& given, const std::string& place)
{
    const auto text = given.get<std::string>();
    const auto known = [](std::string_view each) {
        return each == with_sessions || each == with_desktops;
    };
    if (std::ranges::all_of(words_of(text), known))
        return {};
    return std::unexpected(
        invalid_argument(place, "unknown", "takes sessions, desktops, or sessions,desktops"));
}

/// Deeds of these keys that are to end, too.
deeds chosen_deeds(const services& in, const call& what, const std::vector<std::string>& keys)
{
    if (!what.given.has("with"))
        return {};
    const auto text = what.given.text("with");
    const auto wanted = words_of(text);
    const auto all = deeds_in(in, what.who.id);
    deeds out;
    for (const auto& key : keys) {
        const auto its = all.find(key);
        if (its == all.end())
            continue;
        if (std::ranges::find(wanted, with_sessions) != wanted.end())
            std::ranges::copy(its->second.sessions, std::back_inserter(out.sessions));
        if (std::ranges::find(wanted, with_desktops) != wanted.end())
            std::ranges::copy(its->second.desktops, std::back_inserter(out.desktops));
    }
    return out;
}

/// All of them, whatever becomes of one; the last failure. One that has ended meanwhile is none.
asio::awaitable<result<void>> end_deeds(services& in, std::string account_id, deeds going)
{
    result<void> out;
    for (const auto& id : going.sessions)
        if (auto ended = co_await in.sessions.apply(account_id, id, sessions::control::stop);
            !ended && ended.error().code != "SESSION_ENDED")
            out = std::move(ended);
    for (const auto& id : going.desktops)
        if (auto revoked = co_await in.desktops.revoke(account_id, id);
            !revoked && revoked.error().code != "DESKTOP_NOT_FOUND")
            out = std::move(revoked);
    co_return out;
}

/// The key first: it must not begin anything more.
asio::awaitable<http::response> revoke(services& in, call& what)
{
    const auto id = to_lower(what.path.find("key_id")->second);
    if (!may_see(in, what.who, id))
        co_return to_response(key_not_found(id));
    const auto family = in.accounts.family_of(what.who, id);
    const auto revoked = co_await in.accounts.revoke_key(what.who, id);
    const auto ended = co_await end_deeds(in, what.who.id, chosen_deeds(in, what, family));
    if (!revoked)
        co_return to_response(revoked.error());
    if (!ended)
        co_return to_response(ended.error());
    http::response out;
    out.status = 204;
    co_return out;
}

parameter scopes_parameter()
{
    auto out = texts("scopes", std::ssize(all_scopes), longest_scope)
                   .checked_by(check_scope)
                   .such_as(nlohmann::json::array({"read", "act"}))
                   .means("What it is good for: `read` (see phones, screens, recordings, jobs and "
                          "sessions), `act` (touch, type, record), `sessions` (agents), `admin` "
                          "(keys, secrets, desktops, webhooks). Left out: those of the key that "
                          "makes it; never "
                          "more than these.");
    out.least_items = 1;
    return out;
}

parameter phones_parameter()
{
    auto out = texts("phones", most_phones_of_a_key, longest_phone_id)
                   .or_null()
                   .means("Ids of the only phones that it is for; left out or null: those of the "
                          "key that makes it. For it there are no others: not in lists, jobs, "
                          "sessions or events.");
    out.least_items = 1;
    return out;
}

} // namespace

std::vector<endpoint> key_endpoints(services& in)
{
    endpoint list_row;
    list_row.paths = {"/v1/keys"};
    list_row.minds_phones = true;
    list_row.documented_as = {.in = chapter::keys,
                              .summary = "List the API keys of the account",
                              .answers = {{.meaning = "The keys.", .records = {"key_list"}}}};
    list_row.answer = [&in](call& what) { return list_keys(in, what); };
    endpoint make_row;
    make_row.method = boost::beast::http::verb::post;
    make_row.paths = {"/v1/keys"};
    make_row.changes_rights = true;
    make_row.minds_phones = true;
    make_row.body = {text("name", 1, longest_key_name)
                         .needed()
                         .such_as("build server")
                         .means("What a person knows it by."),
                     scopes_parameter(), phones_parameter()};
    make_row.documented_as = {
        .in = chapter::keys,
        .summary = "Make an API key",
        .details = "The key itself stands in this answer only. It is revoked together with the "
                   "key that made it. An account has at most 1000 keys. Requests about the account "
                   "as a whole (desktops, secrets, webhooks, usage) are refused to a key for some "
                   "phones.",
        .answers = {{.status = 201, .meaning = "The key.", .records = {"new_key"}}}};
    make_row.documented_as.failures = {"PHONE_NOT_FOUND"};
    make_row.answer = [&in](call& what) { return make(in, what); };
    endpoint revoke_row;
    revoke_row.method = boost::beast::http::verb::delete_;
    revoke_row.paths = {"/v1/keys/{key_id}"};
    revoke_row.changes_rights = true;
    revoke_row.minds_phones = true;
    revoke_row.query = {text("with", 1, longest_list_of_deeds)
                            .checked_by(check_deeds)
                            .such_as("sessions,desktops")
                            .means("What it, and the keys that it made, have begun and is to end "
                                   "with them: `sessions`, `desktops`, or both with a comma.")};
    revoke_row.documented_as = {
        .in = chapter::keys,
        .summary = "Revoke an API key",
        .details = "In force at once, even where it cannot be written down: then the answer is an "
                   "error, and the service goes on trying. Sessions that the key began and "
                   "desktops that it let in go on, unless `with` says otherwise; GET /v1/keys "
                   "lists them.",
        .answers = {{.status = 204,
                     .meaning = "Neither it nor a key that it made opens anything."}},
        .failures = {"KEY_NOT_FOUND"}};
    revoke_row.answer = [&in](call& what) { return revoke(in, what); };
    return {list_row, make_row, revoke_row};
}

} // namespace thimble::service::api
