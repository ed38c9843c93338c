// GET /v1/secrets, PUT and DELETE /v1/secrets/{name}.
#include "http/json_response.hpp"
#include "service/agent/permissions.hpp"
#include "service/rest/endpoints.hpp"
#include "service/secrets/secret.hpp"
#include "text/iso_time.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;

namespace {

/// Repeats nothing of the value, not even what is wrong with it.
result<void> check_secret_value(const nlohmann::json& value, const std::string& place)
{
    if (is_secret_value(value.get_ref<const std::string&>()))
        return {};
    return std::unexpected(
        invalid_argument(place, "not_typeable",
                         "must have at most 4096 bytes and no control characters other than "
                         "return and tab"));
}

constexpr std::int64_t most_apps = 50;    // of a secret
constexpr std::int64_t longest_app = 200; // characters

/// The bundle ids; nothing where none are told.
result<std::optional<std::vector<std::string>>> apps_for_secret(const arguments& given)
{
    if (!given.has("apps"))
        return std::nullopt;
    auto apps = given.texts("apps");
    for (std::size_t at = 0; at < apps.size(); ++at)
        if (!agent::is_app_pattern(apps[at]))
            return std::unexpected(invalid_argument("apps[" + std::to_string(at) + "]", "malformed",
                                                    "must be a bundle id such as "
                                                    "com.apple.mobilesafari"));
    return apps;
}

failure wrong_secret_name()
{
    return invalid_argument("name", "malformed",
                            "must be a letter and up to 63 letters, digits, \"-\" and \"_\"");
}

failure secret_not_found()
{
    return {.code = "SECRET_NOT_FOUND", .message = "There is no secret of this name."};
}

asio::awaitable<http::response> list_secrets(services& in, call& what)
{
    const auto rows = co_await in.secrets.names(what.who.id);
    if (!rows)
        co_return to_response(rows.error());
    auto records = ordered_json::array();
    for (const auto& each : *rows)
        records.push_back(ordered_json{
            {"name", each.name}, {"made_at", iso_time(each.made_at)}, {"apps", each.apps}});
    co_return json_response(ordered_json{{"secrets", std::move(records)}});
}

asio::awaitable<http::response> put_secret(services& in, call& what)
{
    const auto name = what.path.find("name")->second;
    if (!is_secret_name(name))
        co_return to_response(wrong_secret_name());
    auto apps = apps_for_secret(what.given);
    if (!apps)
        co_return to_response(apps.error());
    auto value = what.given.text("value");
    const auto kept =
        co_await in.secrets.put(what.who.id, name, secure_string::take(value), std::move(*apps));
    if (!kept)
        co_return to_response(kept.error());
    http::response out;
    out.status = 204;
    co_return out;
}

asio::awaitable<http::response> remove_secret(services& in, call& what)
{
    const auto removed = co_await in.secrets.remove(what.who.id, what.path.find("name")->second);
    if (!removed)
        co_return to_response(removed.error());
    if (!*removed)
        co_return to_response(secret_not_found());
    http::response out;
    out.status = 204;
    co_return out;
}

endpoint list_secrets_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/secrets"};
    row.documented_as = {.in = chapter::secrets,
                         .summary = "List the secrets of the account",
                         .details = "No request gives a value back.",
                         .answers = {{.meaning = "Their names and apps, in order of the names.",
                                      .records = {"secret_list"}}}};
    row.answer = [&in](call& what) { return list_secrets(in, what); };
    return row;
}

endpoint put_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::put;
    row.paths = {"/v1/secrets/{name}"};
    row.body = {text("value", shortest_secret, longest_secret)
                    .checked_by(check_secret_value)
                    .needed()
                    .such_as("correct horse battery staple")
                    .means("What is typed: at most 4096 bytes of UTF-8 without control characters "
                           "other than return and tab."),
                texts("apps", most_apps, longest_app)
                    .such_as(nlohmann::json::array({"com.apple.mobilesafari"}))
                    .means("Bundle ids of the apps that it may be typed into; `com.example.*` is "
                           "all that begin so. An empty list is any app; left out, those of the "
                           "secret that had this name stay.")};
    row.documented_as = {
        .in = chapter::secrets,
        .summary = "Keep a secret",
        .details = "It is encrypted before it is written down, and replaces the one that has this "
                   "name. Names are a letter and up to 63 letters, digits, `-` and `_`; an account "
                   "has at most 100.",
        .answers = {{.status = 204, .meaning = "It is kept, and survives a loss of power."}}};
    row.answer = [&in](call& what) { return put_secret(in, what); };
    return row;
}

endpoint remove_row(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::delete_;
    row.paths = {"/v1/secrets/{name}"};
    row.documented_as = {.in = chapter::secrets,
                         .summary = "Remove a secret",
                         .answers = {{.status = 204, .meaning = "It is gone."}},
                         .failures = {"SECRET_NOT_FOUND"}};
    row.answer = [&in](call& what) { return remove_secret(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> secret_endpoints(services& in)
{
    return {list_secrets_row(in), put_row(in), remove_row(in)};
}

} // namespace thimble::service::api
