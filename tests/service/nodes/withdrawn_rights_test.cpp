// Rights that are withdrawn at one node and have been used at another.
#include "tests/service/accounts/accounts_with_passwords.hpp"
#include "tests/service/nodes/two_nodes.hpp"
#include "tests/service/oauth/oauth_client.hpp"
#include "tests/service/rest/sessions/event_client.hpp"

namespace thimble::service::test {

namespace {

/// Ends the sign-ins that there are.
void give_ada_a_password(two_nodes& on)
{
    const auto hash = quick_hash(with_passwords::adas_password);
    CHECK(on.there.ask("account password", {{"name", "ada"}, {"password_hash", hash}}).done);
}

/// A browser in which Ada has signed in at that node.
std::unique_ptr<browser> signed_in_at(const running_service& which)
{
    auto out = std::make_unique<browser>(which.port());
    REQUIRE(out->sign_in("ada", with_passwords::adas_password).status == 200);
    return out;
}

/// Asks a node as the page of that browser.
reply ask_as(const browser& page,
             const running_service& which,
             const std::string& method,
             const std::string& target)
{
    http_client client(which.port());
    return client.ask(method, target,
                      {{"Cookie", page.cookie()},
                       {"Origin", browser::own_origin},
                       {"X-CSRF-Token", page.csrf_token()}});
}

} // namespace

TEST_CASE("a browser that has signed in at one node has at the other, until it signs out",
          "[service][nodes]")
{
    two_nodes on;
    give_ada_a_password(on);
    const auto page = signed_in_at(*on.here);
    CHECK(ask_as(*page, on.there.running, "GET", "/v1/phones").status == 200);
    event_client follower(on.here->port(), "/v1/events",
                          {{"Cookie", page->cookie()}, {"X-API-Key", ""}}); // or it has its own
    REQUIRE(follower.head().status == 200);
    CHECK(ask_as(*page, on.there.running, "POST", "/v1/sign-out").status == 204);
    CHECK(ask_as(*page, *on.here, "GET", "/v1/phones").status == 401);
    CHECK(ask_as(*page, on.there.running, "GET", "/v1/phones").status == 401);
    CHECK(follower.ends());
}

TEST_CASE("a sign-out leaves the account's other browsers in at every node", "[service][nodes]")
{
    two_nodes on;
    give_ada_a_password(on);
    const auto leaves = signed_in_at(*on.here);
    const auto stays = signed_in_at(on.there.running);
    CHECK(ask_as(*leaves, on.there.running, "POST", "/v1/sign-out").status == 204);
    for (auto* const each : {on.here.get(), &on.there.running})
        CHECK(ask_as(*stays, *each, "GET", "/v1/phones").status == 200);
}

TEST_CASE("a program whose grant is withdrawn at one node is out at the other", "[service][nodes]")
{
    two_nodes on;
    oauth_client program(on.here->port(), on.there.ada_key);
    const auto token = program.tokens().at("access_token").get<std::string>();
    oauth_client elsewhere(on.there.running.port(), on.there.ada_key);
    CHECK(program.list_tools(token).status == 200);
    CHECK(elsewhere.list_tools(token).status == 200);
    auto& client = on.there.client;
    const auto grants = client.ask("GET", "/v1/grants", on.there.ada()).json().at("grants");
    REQUIRE(grants.size() == 1);
    CHECK(
        client
            .ask("DELETE", "/v1/grants/" + grants.at(0).at("id").get<std::string>(), on.there.ada())
            .status == 204);
    CHECK(program.list_tools(token).status == 401);
    CHECK(elsewhere.list_tools(token).status == 401);
}

} // namespace thimble::service::test
