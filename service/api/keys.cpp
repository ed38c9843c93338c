// GET and POST /v1/keys, DELETE /v1/keys/{key_id}.
#include "service/api/endpoints.hpp"
#include "service/ascii.hpp"
#include "service/iso_time.hpp"
#include "service/json_response.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_key_name = 80;

ordered_json key_record(const key_row& of)
{
    ordered_json record;
    record["id"] = of.id;
    record["name"] = of.name;
    record["prefix"] = of.prefix;
    record["created_at"] = iso_time(of.created_at);
    record["last_used_at"] =
        of.last_used_at ? ordered_json(iso_time(*of.last_used_at)) : ordered_json();
    return record;
}

asio::awaitable<http::response> list_keys(services& in, call& what)
{
    auto records = ordered_json::array();
    for (const auto& each : in.accounts.keys_of(what.who.id))
        records.push_back(key_record(each));
    co_return json_response(records);
}

asio::awaitable<http::response> make(services& in, call& what)
{
    const auto made = co_await in.accounts.make_key(what.who, what.given.text("name"));
    if (!made)
        co_return to_response(made.error());
    auto record = key_record(made->row);
    record["key"] = made->key;
    co_return json_response(record, 201);
}

asio::awaitable<http::response> revoke(services& in, call& what)
{
    const auto id = to_lower(what.path.find("key_id")->second);
    const auto revoked = co_await in.accounts.revoke_key(what.who, id);
    if (!revoked)
        co_return to_response(revoked.error());
    http::response out;
    out.status = 204;
    co_return out;
}

} // namespace

std::vector<endpoint> key_endpoints(services& in)
{
    endpoint list_row;
    list_row.paths = {"/v1/keys"};
    list_row.documented_as = {.in = chapter::keys,
                              .summary = "List the API keys of the account",
                              .answers = {{.meaning = "The keys.", .records = {"key_list"}}}};
    list_row.answer = [&in](call& what) { return list_keys(in, what); };
    endpoint make_row;
    make_row.method = boost::beast::http::verb::post;
    make_row.paths = {"/v1/keys"};
    make_row.body = {text("name", 1, longest_key_name)
                         .needed()
                         .such_as("build server")
                         .means("What a person knows it by.")};
    make_row.documented_as = {
        .in = chapter::keys,
        .summary = "Make an API key",
        .details = "The key itself stands in this answer only. It is revoked together with the "
                   "key that made it.",
        .answers = {{.status = 201, .meaning = "The key.", .records = {"new_key"}}}};
    make_row.answer = [&in](call& what) { return make(in, what); };
    endpoint revoke_row;
    revoke_row.method = boost::beast::http::verb::delete_;
    revoke_row.paths = {"/v1/keys/{key_id}"};
    revoke_row.documented_as = {
        .in = chapter::keys,
        .summary = "Revoke an API key",
        .details = "In force on the next request.",
        .answers = {{.status = 204,
                     .meaning = "Neither it nor a key that it made opens anything."}},
        .failures = {"KEY_NOT_FOUND"}};
    revoke_row.answer = [&in](call& what) { return revoke(in, what); };
    return {list_row, make_row, revoke_row};
}

} // namespace thimble::service::api
