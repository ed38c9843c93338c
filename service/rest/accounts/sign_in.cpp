// POST /v1/sign-in and /v1/sign-out, GET /v1/me; GET /sign-in for the links of local mode.
#include "http/client_address.hpp"
#include "http/json_response.hpp"
#include "service/accounts/cookie.hpp"
#include "service/accounts/csrf_check.hpp"
#include "service/rest/endpoints.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::field;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t longest_account_name = 80;
constexpr std::int64_t longest_password = 1024;
constexpr std::int64_t longest_link_token = 100;

/// True if the browser has come over TLS, ours or that of a proxy in front. A link that is opened
/// is a GET, which has no Origin: then the proxy says so, or the address that people were told.
bool is_encrypted(const services& in, const call& what)
{
    const auto& head = what.request.head;
    return in.here.are_encrypted(head[field::host]) ||
           head[field::origin].starts_with("https://") ||
           http::is_encrypted_by_proxy(what.request, what.caller);
}

ordered_json person_record(const services& in, const std::string& account_id)
{
    return {{"account", {{"id", account_id}, {"name", in.accounts.name_of(account_id)}}}};
}

/// Nobody keeps an answer that is about who has signed in.
http::response private_response(const ordered_json& record)
{
    auto out = json_response(record);
    out.set("Cache-Control", "no-store");
    return out;
}

asio::awaitable<http::response> sign_in(services& in, call& what)
{
    auto password = what.given.text("password");
    const auto fitting = co_await in.passwords.check(
        what.given.text("name"), secure_string::take(password), what.caller.address());
    if (!fitting)
        co_return to_response(fitting.error());
    const auto begun = co_await in.accounts.sign_in(fitting->account_id, fitting->hash);
    if (!begun)
        co_return to_response(begun.error());
    what.who.id = fitting->account_id; // for the audit log
    what.who.sign_in_id = begun->row.id;
    auto record = person_record(in, fitting->account_id);
    record["csrf_token"] = csrf_token_of(begun->token);
    auto out = private_response(record);
    out.set("Set-Cookie", cookie_with(what.request, begun->token, is_encrypted(in, what)));
    co_return out;
}

asio::awaitable<http::response> sign_out(services& in, call& what)
{
    if (const auto ended = co_await in.accounts.sign_out(what.who); !ended)
        co_return to_response(ended.error());
    http::response out;
    out.status = 204;
    out.set("Set-Cookie", no_cookie(what.request, is_encrypted(in, what)));
    co_return out;
}

asio::awaitable<http::response> tell_me(services& in, call& what)
{
    auto record = person_record(in, what.who.id);
    record["csrf_token"] = what.who.sign_in_id.empty()
                               ? ordered_json()
                               : ordered_json(csrf_token_of(sign_in_token(what.request)));
    co_return private_response(record);
}

http::response go_to(const std::string& place)
{
    http::response out;
    out.status = 303;
    out.set("Location", place);
    out.set("Cache-Control", "no-store");
    out.set("Referrer-Policy", "no-referrer");
    return out;
}

/// A link that has been used is none for whoever looks at it again; who is signed in stays so.
asio::awaitable<http::response> follow_link(services& in, call& what)
{
    const bool opens = what.request.head.method() == verb::get && what.given.has("token") &&
                       in.links.use(what.given.text("token"), one_time_links::clock::now());
    if (!opens)
        co_return go_to(in.accounts.authenticate(what.request) ? "/" : "/#used-link");
    const auto begun = co_await in.accounts.sign_in_locally();
    if (!begun)
        co_return to_response(begun.error());
    auto out = go_to("/");
    out.set("Set-Cookie", cookie_with(what.request, begun->token, is_encrypted(in, what)));
    co_return out;
}

endpoint sign_in_row(services& in)
{
    endpoint row;
    row.method = verb::post;
    row.paths = {"/v1/sign-in"};
    row.changes_rights = true;
    row.open_to = endpoint::access::everybody;
    row.body = {
        text("name", 1, longest_account_name).needed().such_as("ada").means("Of the account."),
        text("password", 1, longest_password)
            .needed()
            .such_as("correct horse battery staple")
            .means("As an operator has set it.")};
    row.documented_as = {
        .in = chapter::sign_in,
        .summary = "Sign in from a browser",
        .details = "The answer sets a cookie, which lasts for 30 days, or until it has not been "
                   "used for 7. Attempts that fail are limited for each account and address.",
        .answers = {{.meaning = "Who has signed in.", .records = {"signed_in"}}},
        .failures = {"SIGN_IN_FAILED", "RATE_LIMITED", "FOREIGN_ORIGIN", "STORE_UNAVAILABLE"}};
    row.answer = [&in](call& what) { return sign_in(in, what); };
    return row;
}

endpoint sign_out_row(services& in)
{
    endpoint row;
    row.method = verb::post;
    row.paths = {"/v1/sign-out"};
    row.changes_rights = true;
    row.open_to = endpoint::access::account;
    row.documented_as = {
        .in = chapter::sign_in,
        .summary = "Sign out",
        .details = "With a key there is nothing to end.",
        .answers = {{.status = 204, .meaning = "The cookie opens nothing any more."}}};
    row.answer = [&in](call& what) { return sign_out(in, what); };
    return row;
}

endpoint me_row(services& in)
{
    endpoint row;
    row.paths = {"/v1/me"};
    row.open_to = endpoint::access::account;
    row.documented_as = {
        .in = chapter::sign_in,
        .summary = "Say who is asking",
        .answers = {{.meaning = "Whose cookie or key it is.", .records = {"signed_in"}}}};
    row.answer = [&in](call& what) { return tell_me(in, what); };
    return row;
}

endpoint link_row(services& in)
{
    endpoint row;
    row.paths = {"/sign-in"};
    row.open_to = endpoint::access::everybody;
    row.query = {text("token", 1, longest_link_token).means("Of the link; it opens once.")};
    row.documented_as = {
        .in = chapter::sign_in,
        .summary = "Sign in with a link",
        .details = "`thimbled --local` prints one when it starts, `thimbled sign-in` another one. "
                   "It is good for ten minutes.",
        .answers = {
            {.status = 303, .meaning = "To the pages, with a cookie if the link is good."}}};
    row.answer = [&in](call& what) { return follow_link(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> sign_in_endpoints(services& in)
{
    return {sign_in_row(in), sign_out_row(in), me_row(in), link_row(in)};
}

} // namespace thimble::service::api
