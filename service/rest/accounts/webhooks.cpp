// GET and POST /v1/webhooks, DELETE /v1/webhooks/{webhook_id}, and the log of one.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "text/enum_words.hpp"
#include "text/iso_time.hpp"

#include <algorithm>
#include <array>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_webhook_url = 2000; // characters
constexpr std::int64_t most_log_entries = 1000;
constexpr std::int64_t usual_log_entries = 100;
constexpr std::int64_t longest_event_type = 32; // characters

constexpr std::array event_types{std::string_view("phone"),   std::string_view("readiness"),
                                 std::string_view("alert"),   std::string_view("job"),
                                 std::string_view("session"), std::string_view("recording")};

result<void> check_event_type(const nlohmann::json& member, const std::string& place)
{
    const auto& type = member.get_ref<const std::string&>();
    if (std::ranges::find(event_types, type) != event_types.end())
        return {};
    return std::unexpected(invalid_argument(place, "not_one_of",
                                            "must be phone, readiness, alert, job, session or "
                                            "recording"));
}

failure webhook_not_found()
{
    return {.code = "WEBHOOK_NOT_FOUND", .message = "There is no webhook with this id."};
}

ordered_json webhook_json(const webhook& what)
{
    ordered_json record;
    record["id"] = what.id;
    record["url"] = what.url;
    record["types"] = what.types;
    record["created_at"] = iso_time(what.created_at);
    return record;
}

ordered_json delivery_json(const webhook_delivery& what)
{
    const bool pending = what.state == delivery_state::pending;
    ordered_json record;
    record["id"] = what.id;
    record["event_id"] = what.event_id;
    record["type"] = what.type;
    record["state"] = enum_word(what.state);
    record["attempts"] = what.attempts;
    record["response_status"] =
        what.response_status ? ordered_json(*what.response_status) : ordered_json();
    record["error"] = what.error.empty() ? ordered_json() : ordered_json(what.error);
    record["created_at"] = iso_time(what.created_at);
    record["next_attempt_at"] = pending ? ordered_json(iso_time(what.due_at)) : ordered_json();
    record["ended_at"] = what.ended_at ? ordered_json(iso_time(*what.ended_at)) : ordered_json();
    return record;
}

asio::awaitable<http::response> list_webhooks(const services& in, const call& what)
{
    auto records = ordered_json::array();
    for (const auto& each : in.webhooks.list(what.who.id))
        records.push_back(webhook_json(each));
    co_return json_response(ordered_json{{"webhooks", std::move(records)}});
}

asio::awaitable<http::response> add_webhook(services& in, call& what)
{
    auto types = what.given.has("types") ? what.given.texts("types") : std::vector<std::string>();
    for (std::size_t at = 0; at < types.size(); ++at)
        if (auto known = check_event_type(types[at], "types[" + std::to_string(at) + "]"); !known)
            co_return to_response(known.error());
    const auto made =
        co_await in.webhooks.add(what.who.id, what.given.text("url"), std::move(types));
    if (!made)
        co_return to_response(made.error());
    what.made_id = made->what.id;
    auto record = webhook_json(made->what);
    record["secret"] = made->secret;
    auto out = json_response(record);
    out.status = 201;
    co_return out;
}

asio::awaitable<http::response> remove_webhook(services& in, call& what)
{
    const auto removed = co_await in.webhooks.remove(what.who.id, what.path.at("webhook_id"));
    if (!removed)
        co_return to_response(removed.error());
    if (!*removed)
        co_return to_response(webhook_not_found());
    http::response out;
    out.status = 204;
    co_return out;
}

asio::awaitable<http::response> tell_log(services& in, call& what)
{
    const auto found = co_await in.webhooks.log(what.who.id, what.path.at("webhook_id"),
                                                what.given.integer("limit"));
    if (!found)
        co_return to_response(found.error());
    if (!*found)
        co_return to_response(webhook_not_found());
    auto records = ordered_json::array();
    for (const auto& each : **found)
        records.push_back(delivery_json(each));
    co_return json_response(ordered_json{{"log", std::move(records)}});
}

endpoint list_webhooks_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/webhooks"};
    row.documented_as = {.in = chapter::service,
                         .summary = "List the webhooks of the account",
                         .answers = {{.meaning = "Without their secrets, the oldest first.",
                                      .records = {"webhook_list"}}}};
    row.answer = [&in](call& what) { return list_webhooks(in, what); };
    return row;
}

endpoint add_webhook_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::post;
    row.paths = {"/v1/webhooks"};
    row.changes_rights = true;
    row.body = {text("url", 1, longest_webhook_url)
                    .needed()
                    .such_as("https://hooks.example/thimble")
                    .means("Where events are sent: https, without user and password."),
                texts("types", std::ssize(event_types), longest_event_type)
                    .such_as(nlohmann::json::array({"job"}))
                    .means("phone, readiness, alert, job, session, recording; none, or left out: "
                           "all.")};
    row.documented_as = {
        .in = chapter::service,
        .summary = "Have events sent to an address",
        .details =
            "Each event is the body of a POST, signed as the Standard Webhooks specification "
            "says: `Webhook-Id` is the event's id, `Webhook-Signature` `v1,` and the Base64 of the "
            "HMAC-SHA256 of id, `Webhook-Timestamp` and body, with dots between them. It is "
            "delivered when the answer's status is from 200 to 299 within ten seconds, and else "
            "tried again, eight times in a day: the same event may come twice. Names that lead to "
            "private addresses are not reached, unless the operator allows it. An account has at "
            "most 20.",
        .answers = {{.status = 201,
                     .meaning = "The webhook, with its secret, which is not told again.",
                     .records = {"new_webhook"}}}};
    row.answer = [&in](call& what) { return add_webhook(in, what); };
    return row;
}

endpoint remove_webhook_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::delete_;
    row.paths = {"/v1/webhooks/{webhook_id}"};
    row.changes_rights = true;
    row.documented_as = {.in = chapter::service,
                         .summary = "Remove a webhook",
                         .answers = {{.status = 204,
                                      .meaning = "Nothing more is sent, and its log is "
                                                 "gone."}},
                         .failures = {"WEBHOOK_NOT_FOUND"}};
    row.answer = [&in](call& what) { return remove_webhook(in, what); };
    return row;
}

endpoint webhook_log_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/webhooks/{webhook_id}/log"};
    row.query = {integer("limit", 1, most_log_entries)
                     .otherwise(usual_log_entries)
                     .means("How many at most.")};
    row.documented_as = {
        .in = chapter::service,
        .summary = "Tell what became of the events of a webhook",
        .details = "Each event is an entry; those that have ended are kept for three days.",
        .answers = {{.meaning = "The newest first.", .records = {"webhook_log"}}},
        .failures = {"WEBHOOK_NOT_FOUND"}};
    row.answer = [&in](call& what) { return tell_log(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> webhook_endpoints(services& in)
{
    return {list_webhooks_row(in), add_webhook_row(in), remove_webhook_row(in),
            webhook_log_row(in)};
}

} // namespace thimble::service::api
