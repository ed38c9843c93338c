// The programs of an account: listed, let in no more, and never another account's.
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/oauth/oauth_client.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

json grants_of(http_client& client, const std::string& key)
{
    return client.ask("GET", "/v1/grants", {{"X-API-Key", key}}).json().at("grants");
}

unsigned end_grant(http_client& client, const std::string& key, const json& grant)
{
    return client
        .ask("DELETE", "/v1/grants/" + grant.at("id").get<std::string>(), {{"X-API-Key", key}})
        .status;
}

/// Ada and Bob, each with a program.
struct with_two_programs {
    with_two_programs()
        : with([](server_options& options) { options.limits = limits_of_oauth(); }),
          adas(with.running.port(), with.ada_key), bobs(with.running.port(), with.bob_key)
    {
    }

    with_two_accounts with;
    oauth_client adas;
    oauth_client bobs;
};

} // namespace

TEST_CASE("an account neither sees nor ends the programs of another", "[oauth]")
{
    with_two_programs on;
    const auto ada = on.adas.tokens({{"approve", true}, {"days", 7}});
    const auto bob = on.bobs.tokens();
    auto& client = on.adas.connection();
    const auto listed = grants_of(client, on.with.ada_key);
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].at("client_name") == "Test program");
    CHECK(listed[0].at("scopes") == json{"read", "act"});
    CHECK(listed[0].at("phones").is_null());
    CHECK(listed.dump().find(ada.at("access_token").get<std::string>()) == std::string::npos);
    CHECK(end_grant(client, on.with.bob_key, listed[0]) == 404);
    CHECK(on.adas.list_tools(ada.at("access_token")).status == 200);
    CHECK(end_grant(client, on.with.ada_key, listed[0]) == 204);
    CHECK(on.adas.list_tools(ada.at("access_token")).status == 401);
    CHECK(on.bobs.list_tools(bob.at("access_token")).status == 200);
    CHECK(end_grant(client, on.with.ada_key, listed[0]) == 404);
}

TEST_CASE("a program of one account is told nothing of another's phone", "[oauth]")
{
    with_two_programs on;
    const auto phone_id = on.with.running.attach(phone("udid-1", "Local phone"));
    const auto given = on.adas.tokens();
    for (const auto* tool : {"list_phones", "look", "tap", "list_apps"}) {
        const auto told = on.adas.call_tool(given.at("access_token"), tool);
        INFO(tool << ": " << told.body);
        CHECK(told.status == 200);
        CHECK(told.body.find(phone_id) == std::string::npos);
        CHECK(told.body.find("Local phone") == std::string::npos);
    }
    const auto refused = on.adas.decide(on.adas.waiting(on.adas.good_request()),
                                        {{"approve", true}, {"phones", {phone_id}}});
    CHECK(refused.error() == "PHONE_NOT_FOUND");
    CHECK(refused.body.find("Local phone") == std::string::npos);
}

TEST_CASE("a program goes with the key by which it was let in", "[oauth]")
{
    with_two_programs on;
    auto& client = on.adas.connection();
    const auto made =
        client.ask("POST", "/v1/keys", {{"X-API-Key", on.with.ada_key}}, R"({"name":"dashboard"})");
    oauth_client program(on.with.running.port(), made.json().at("key"));
    const auto given = program.tokens();
    CHECK(program.list_tools(given.at("access_token")).status == 200);
    const auto id = made.json().at("id").get<std::string>();
    REQUIRE(client.ask("DELETE", "/v1/keys/" + id, {{"X-API-Key", on.with.ada_key}}).status == 204);
    CHECK(program.list_tools(given.at("access_token")).status == 401);
    CHECK(program.exchange(program.good_refresh(given.at("refresh_token"))).error() ==
          "invalid_grant");
}

TEST_CASE("a key lets programs in with rights of its own at most", "[oauth]")
{
    with_two_programs on;
    auto& client = on.adas.connection();
    const auto made = client.ask("POST", "/v1/keys", {{"X-API-Key", on.with.ada_key}},
                                 R"({"name":"keeper","scopes":["read","admin"]})");
    oauth_client program(on.with.running.port(), made.json().at("key"));
    const auto request = program.waiting(program.good_request());
    const auto refused = program.decide(request, {{"approve", true}});
    CHECK(refused.status == 403);
    CHECK(refused.error() == "FORBIDDEN");
    CHECK(refused.json().at("context").at("missing") == json{"act"});
    CHECK(program.decide(request, {{"approve", true}, {"scopes", {"read"}}}).status == 200);
}

} // namespace thimble::service::test
