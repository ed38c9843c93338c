// The whole way of a program of others: metadata, consent, tokens, tools.
#include "tests/service/oauth/oauth_client.hpp"

#include <chrono>

namespace thimble::service::test {

using nlohmann::json;

namespace {

struct with_program {
    explicit with_program(const limits& granted = limits_of_oauth())
        : running(granted), phone_id(running.attach(phone("udid-1"))), program(running.port())
    {
    }

    running_service running;
    std::string phone_id;
    oauth_client program;
};

} // namespace

TEST_CASE("a stranger at /mcp is told where to ask, step by step", "[oauth]")
{
    with_program on;
    auto& client = on.program.connection();
    const auto refused = on.program.list_tools("nothing");
    CHECK(refused.status == 401);
    const auto challenge = refused.field("www-authenticate");
    const std::string place = own_issuer + "/.well-known/oauth-protected-resource/mcp";
    CHECK(challenge.starts_with("Bearer "));
    CHECK(challenge.find("resource_metadata=\"" + place + "\"") != std::string::npos);
    CHECK(challenge.find("invalid_token") != std::string::npos);
    const auto resource = client.ask("GET", "/.well-known/oauth-protected-resource/mcp", {}).json();
    CHECK(resource.at("resource") == own_resource);
    CHECK(resource.at("authorization_servers") == json{own_issuer});
    const auto server = client.ask("GET", "/.well-known/oauth-authorization-server", {}).json();
    CHECK(server.at("issuer") == own_issuer);
    CHECK(server.at("code_challenge_methods_supported") == json{"S256"});
    CHECK(server.at("authorization_response_iss_parameter_supported") == true);
    CHECK(server.at("client_id_metadata_document_supported") == true);
    CHECK(server.at("token_endpoint") == own_issuer + "/oauth/token");
}

TEST_CASE("a program that somebody has let in uses the tools that they have named", "[oauth]")
{
    with_program on;
    const auto request = on.program.waiting(on.program.good_request());
    REQUIRE_FALSE(request.empty());
    const auto shown = on.program.connection().get("/v1/authorizations/" + request).json();
    CHECK(shown.at("client_name") == "Test program");
    CHECK(shown.at("client_host").is_null());
    CHECK(shown.at("redirect_host") == "this computer");
    CHECK(shown.at("scopes") == json{"read", "act"});
    const auto decided = on.program.decide(
        request, {{"approve", true}, {"scopes", {"read"}}, {"phones", {on.phone_id}}});
    REQUIRE(decided.status == 200);
    const std::string place = decided.json().at("redirect_to");
    CHECK(place.starts_with(own_redirect + "?"));
    const auto answer = parameters_in(place);
    CHECK(answer.at("state") == "of the client");
    CHECK(answer.at("iss") == own_issuer);
    const auto got = on.program.exchange(on.program.good_exchange(answer.at("code")));
    REQUIRE(got.status == 200);
    CHECK(got.field("cache-control") == "no-store");
    CHECK(got.json().at("token_type") == "Bearer");
    CHECK(got.json().at("expires_in") == 3600);
    CHECK(got.json().at("scope") == "read");
    const auto listed = on.program.list_tools(got.json().at("access_token"));
    REQUIRE(listed.status == 200);
    CHECK(listed.body.find("\"look\"") != std::string::npos);
    CHECK(listed.body.find("\"tap\"") == std::string::npos);
}

TEST_CASE("a program that lacks a scope is told which to ask for", "[oauth]")
{
    with_program on;
    const std::string token =
        on.program.tokens({{"approve", true}, {"scopes", {"read"}}}).at("access_token");
    const auto refused = on.program.call_tool(token, "tap");
    CHECK(refused.status == 403);
    const auto challenge = refused.field("www-authenticate");
    CHECK(challenge.find(R"(error="insufficient_scope")") != std::string::npos);
    CHECK(challenge.find(R"(scope="read act")") != std::string::npos);
    CHECK(refused.json().at("id") == 7);
    CHECK(refused.json().at("error").at("code") == -32602);
    CHECK(on.program.call_tool(token, "list_phones").status == 200);
    CHECK(on.program.call_tool(token, "nothing").status == 200);
}

TEST_CASE("a token is for /mcp alone", "[oauth]")
{
    with_program on;
    const std::string token = on.program.tokens().at("access_token");
    for (const auto* path : {"/v1/phones", "/v1/keys", "/v1/me"}) {
        auto& client = on.program.connection();
        CHECK(client.ask("GET", path, {{"Authorization", "Bearer " + token}}).status == 401);
        CHECK(client.ask("GET", path, {{"X-API-Key", token}}).status == 401);
    }
    CHECK(on.program.list_tools(token).status == 200);
}

TEST_CASE("a refresh replaces both tokens", "[oauth]")
{
    with_program on;
    const auto first = on.program.tokens();
    const auto second = on.program.exchange(on.program.good_refresh(first.at("refresh_token")));
    REQUIRE(second.status == 200);
    CHECK(on.program.list_tools(first.at("access_token")).status == 401);
    CHECK(on.program.list_tools(second.json().at("access_token")).status == 200);
    CHECK(second.json().at("scope") == "read act");
}

TEST_CASE("a refresh token that comes twice ends everything that was made of it", "[oauth]")
{
    with_program on;
    const auto first = on.program.tokens();
    const auto second = on.program.exchange(on.program.good_refresh(first.at("refresh_token")));
    const auto stolen = on.program.exchange(on.program.good_refresh(first.at("refresh_token")));
    CHECK(stolen.status == 400);
    CHECK(stolen.error() == "invalid_grant");
    CHECK(on.program.list_tools(second.json().at("access_token")).status == 401);
    CHECK(on.program.exchange(on.program.good_refresh(second.json().at("refresh_token"))).error() ==
          "invalid_grant");
    CHECK(on.program.connection().get("/v1/grants").json().at("grants").empty());
}

TEST_CASE("a code that comes twice ends what it has led to", "[oauth]")
{
    with_program on;
    const auto code = on.program.code();
    const auto got = on.program.exchange(on.program.good_exchange(code));
    REQUIRE(got.status == 200);
    CHECK(on.program.exchange(on.program.good_exchange(code)).error() == "invalid_grant");
    CHECK(on.program.list_tools(got.json().at("access_token")).status == 401);
}

TEST_CASE("a person who says no tells the program so", "[oauth]")
{
    with_program on;
    const auto answer = on.program.answer(on.program.good_request(), {{"approve", false}});
    CHECK(answer.at("error") == "access_denied");
    CHECK(answer.at("iss") == own_issuer);
    CHECK(answer.at("state") == "of the client");
    CHECK_FALSE(answer.contains("code"));
}

TEST_CASE("tokens and codes end by themselves", "[oauth]")
{
    auto quick = limits_of_oauth();
    quick.oauth.requests.code_time = std::chrono::seconds(0);
    with_program late(quick);
    CHECK(late.program.exchange(late.program.good_exchange(late.program.code())).error() ==
          "invalid_grant");
    auto brief = limits_of_oauth();
    brief.oauth.grants.access_time = std::chrono::seconds(0);
    with_program on(brief);
    const auto given = on.program.tokens();
    CHECK(on.program.list_tools(given.at("access_token")).status == 401);
    CHECK(on.program.exchange(on.program.good_refresh(given.at("refresh_token"))).status == 200);
    brief.oauth.requests.consent_time = std::chrono::seconds(0);
    with_program tardy(brief);
    CHECK(tardy.program
              .decide(tardy.program.waiting(tardy.program.good_request()), {{"approve", true}})
              .error() == "DATA_NOT_FOUND");
}

TEST_CASE("a program may take its tokens back", "[oauth]")
{
    with_program on;
    const auto given = on.program.tokens();
    const auto revoke = [&](const parameters& with) {
        return on.program.post("/oauth/revoke", encoded(with)).status;
    };
    CHECK(revoke({{"token", "tr_nothing"}, {"client_id", on.program.id}}) == 200);
    CHECK(revoke({{"token", given.at("refresh_token")}, {"client_id", "another"}}) == 200);
    CHECK(on.program.list_tools(given.at("access_token")).status == 200);
    CHECK(revoke({{"token", given.at("refresh_token")}, {"client_id", on.program.id}}) == 200);
    CHECK(on.program.list_tools(given.at("access_token")).status == 401);
}

TEST_CASE("a client without resource, redirect and scope gets what there is to get", "[oauth]")
{
    with_program on;
    auto request = on.program.good_request();
    for (const auto* each : {"resource", "redirect_uri", "scope", "state"})
        request.erase(each);
    const auto answer = on.program.answer(request);
    CHECK_FALSE(answer.contains("state"));
    auto exchange = on.program.good_exchange(answer.at("code"));
    exchange.erase("resource");
    exchange.erase("redirect_uri");
    const auto got = on.program.exchange(exchange);
    REQUIRE(got.status == 200);
    CHECK(got.json().at("scope") == "read act sessions");
}

} // namespace thimble::service::test
