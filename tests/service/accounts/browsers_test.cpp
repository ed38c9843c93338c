// Rights of a cookie, and none for the pages of others.
#include "contract/error_codes.hpp"
#include "tests/service/accounts/accounts_with_passwords.hpp"
#include "tests/service/live_view/websocket_client.hpp"
#include "tests/store/store_in.hpp"

namespace thimble::service::test {

namespace {

constexpr auto a_key = R"({"name":"made in a browser"})";

} // namespace

TEST_CASE("a write with a cookie needs the token", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    const headers own{{"Origin", browser::own_origin}};
    const auto without = ada.ask_with("POST", "/v1/keys", own, a_key);
    CHECK(without.status == 403);
    CHECK(without.error() == "INVALID_CSRF_TOKEN");
    auto wrong = own;
    wrong["X-CSRF-Token"] = ada.csrf_token().substr(1) + "0";
    CHECK(ada.ask_with("POST", "/v1/keys", wrong, a_key).error() == "INVALID_CSRF_TOKEN");
    browser bob(with.running.port());
    bob.sign_in("bob", "bob's password");
    wrong["X-CSRF-Token"] = bob.csrf_token();
    CHECK(ada.ask_with("POST", "/v1/keys", wrong, a_key).error() == "INVALID_CSRF_TOKEN");
    for (const auto* method : {"DELETE", "PUT", "POST"})
        CHECK(ada.ask_with(method, std::string(method) == "POST" ? "/v1/sign-out" : "/v1/secrets/a",
                           own, R"({"value":"secret"})")
                  .status == 403);
    CHECK(ada.ask("GET", "/v1/keys").json().size() == 1); // ada's own, of an operator
    CHECK(ada.ask("POST", "/v1/keys", a_key).status == 201);
}

TEST_CASE("a write from a page elsewhere is refused, with the token too", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    for (const auto* origin : {"https://page.example", "http://localhost:1", "null", "",
                               "http://localhost.page.example", "file://"}) {
        const auto refused = ada.ask_with(
            "POST", "/v1/keys", {{"Origin", origin}, {"X-CSRF-Token", ada.csrf_token()}}, a_key);
        INFO(origin);
        CHECK(refused.status == 403);
        CHECK(refused.error() == "FOREIGN_ORIGIN");
    }
    const headers no_browser{{"X-CSRF-Token", ada.csrf_token()}};
    CHECK(ada.ask_with("POST", "/v1/keys", no_browser, a_key).status == 201);
}

TEST_CASE("a page elsewhere cannot sign a browser in", "[sign_in]")
{
    with_passwords with;
    browser victim(with.running.port());
    const nlohmann::json body{{"name", "ada"}, {"password", with_passwords::adas_password}};
    const auto refused =
        victim.ask_with("POST", "/v1/sign-in", {{"Origin", "https://page.example"}}, body.dump());
    CHECK(refused.error() == "FOREIGN_ORIGIN");
    CHECK(victim.cookie().empty());
}

TEST_CASE("a key needs no token and wins over a cookie", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    const headers keyed{{"X-API-Key", with.bob_key}, {"Origin", "https://page.example"}};
    CHECK(ada.ask_with("POST", "/v1/keys", keyed, a_key).status == 201);
    const auto me = ada.ask_with("GET", "/v1/me", keyed).json();
    CHECK(me.at("account").at("name") == "bob");
    CHECK(me.at("csrf_token").is_null());
    CHECK(ada.ask_with("GET", "/v1/phones", {{"X-API-Key", "tk_wrong"}}).error() ==
          "INVALID_API_KEY");
    CHECK(ada.ask_with("POST", "/v1/sign-out", keyed).status == 204); // ends nothing
}

TEST_CASE("a cookie that is none opens nothing", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    browser other(with.running.port());
    for (const auto& cookie :
         {std::string("thimble="), std::string("thimble=ts_nobodys"), std::string(";;=;"),
          "another" + ada.cookie(), ada.cookie() + "0", "thimble-1" + ada.cookie().substr(7)}) {
        const auto refused = other.ask_with("GET", "/v1/phones", {{"Cookie", cookie}});
        INFO(cookie);
        CHECK(refused.status == 401);
        CHECK(refused.error() == "AUTH_REQUIRED");
    }
    const auto among = "a=b; " + ada.cookie() + "; c=d";
    CHECK(other.ask_with("GET", "/v1/phones", {{"Cookie", among}}).status == 200);
}

TEST_CASE("the cookie is for no script, no other page, and for as long as it lasts", "[sign_in]")
{
    with_passwords with;
    browser ada(with.running.port());
    const auto set = ada.sign_in("ada", with_passwords::adas_password).field("set-cookie");
    CHECK(set.starts_with("thimble=ts_"));
    for (const auto* part : {"; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=2592000"})
        CHECK(set.find(part) != std::string::npos);
    CHECK(set.find("Secure") == std::string::npos);
    CHECK(set.find("Domain") == std::string::npos);
    const auto gone = ada.ask("POST", "/v1/sign-out").field("set-cookie");
    CHECK(gone.starts_with("thimble=;"));
    CHECK(gone.find("; Max-Age=0;") != std::string::npos);
}

TEST_CASE("behind a proxy that encrypts the cookie is for encrypted ways alone", "[sign_in]")
{
    with_passwords with;
    browser ada(with.running.port());
    const nlohmann::json body{{"name", "ada"}, {"password", with_passwords::adas_password}};
    const auto begun =
        ada.ask_with("POST", "/v1/sign-in", {{"Origin", "https://localhost"}}, body.dump());
    CHECK(begun.status == 200);
    CHECK(begun.field("set-cookie").ends_with("; Secure"));
}

TEST_CASE("a sign-in outlives a restart of the service", "[sign_in]")
{
    e2e::temporary_directory state;
    const auto start = [&] {
        return std::make_unique<running_service>(
            limits{}, std::chrono::seconds(2), [&](server_options& given) {
                given.state_dir = state.path();
                given.database =
                    store::database_file::open(store::test::store_in(state.path())).value();
            });
    };
    auto running = start();
    std::string link;
    running->at_home([&] { link = running->service().make_sign_in_link().value(); });
    std::string cookie;
    {
        browser ada(running->port());
        CHECK(ada.ask("GET", link).status == 303);
        cookie = ada.cookie();
    }
    running.reset();
    running = start();
    browser again(running->port());
    CHECK(again.ask_with("GET", "/v1/phones", {{"Cookie", cookie}}).status == 200);
}

TEST_CASE("who has no subscription still learns who they are, and signs out", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    with.set_subscription("ada", "none");
    CHECK(ada.ask("GET", "/v1/phones").error() == "SUBSCRIPTION_REQUIRED");
    const auto me = ada.look_who_is_there();
    CHECK(me.status == 200);
    CHECK(me.json().at("account").at("name") == "ada");
    CHECK(ada.ask_with("GET", "/v1/me", {{"X-API-Key", with.ada_key}}).status == 200);
    const auto forged = ada.ask_with("POST", "/v1/sign-out", {{"Origin", browser::own_origin}});
    CHECK(forged.error() == "INVALID_CSRF_TOKEN");
    const auto cookie = ada.cookie();
    CHECK(ada.ask("POST", "/v1/sign-out", "{}").status == 204);
    CHECK(ada.ask_with("GET", "/v1/me", {{"Cookie", cookie}}).status == 401);
}

TEST_CASE("the stream is for own pages alone, and ends with the sign-in", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    const auto watch = [&](const headers& more) {
        headers fields{{"Cookie", ada.cookie()}};
        fields.insert(more.begin(), more.end());
        return websocket_client(with.running.port(), "/v1/stream", fields).status();
    };
    CHECK(watch({}) == 403);
    CHECK(watch({{"Origin", "https://page.example"}}) == 403);
    CHECK(watch({{"Origin", browser::own_origin}}) == 404); // ada has no phone
}

} // namespace thimble::service::test
