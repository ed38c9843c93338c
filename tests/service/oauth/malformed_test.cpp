// Requests of OAuth that are wrong in one way each, and the error that each must get.
#include "tests/service/oauth/oauth_client.hpp"

#include <functional>
#include <vector>

namespace thimble::service::test {

using nlohmann::json;

namespace {

struct with_attacked {
    with_attacked() : running(limits_of_oauth()), program(running.port()) {}

    running_service running;
    oauth_client program;
};

/// One parameter of a good request: replaced, or left out where it is empty.
struct wrong_parameter {
    std::string name;
    std::string value;
    std::string error;
};

parameters spoilt(parameters good, const wrong_parameter& by)
{
    if (by.value.empty())
        good.erase(by.name);
    else
        good[by.name] = by.value;
    return good;
}

/// The client or its address is not known: nothing is sent there.
std::vector<wrong_parameter> wrong_before_redirect(const std::string& id)
{
    return {{"client_id", "", "client_id is missing"},
            {"client_id", "unknown", "client_id is unknown"},
            {"client_id", id + "x", "client_id is unknown"},
            {"client_id", "tc_" + std::string(1600, 'a'), "client_id is too long"},
            {"client_id", "http://a.example/client.json", "client_id is unknown"},
            {"client_id", "https://a.example", "path"},
            {"client_id", "https://a.example/", "path"},
            {"client_id", "https://user:word@a.example/x", "https URL"},
            {"client_id", "https://a.example/x#y", "https URL"},
            {"client_id", "https://a.example/../x", "dots"},
            {"client_id", "https://127.0.0.1/x", "private address"},
            {"client_id", "https://10.0.0.1/x", "private address"},
            {"client_id", "https://169.254.169.254/latest", "private address"},
            {"client_id", "https://[::1]/x", "private address"},
            {"client_id", "https://localhost/x", "private address"},
            {"redirect_uri", "https://evil.example/callback", "none of this client"},
            {"redirect_uri", "http://127.0.0.1:7777/other", "none of this client"},
            {"redirect_uri", "http://127.0.0.1:7777/callback?more=1", "none of this client"},
            {"redirect_uri", "http://127.0.0.1:7777/callback/", "none of this client"},
            {"redirect_uri", "http://localhost:7777/callback", "none of this client"},
            {"redirect_uri", "http://127.0.0.1:7777/callback#x", "fragment"},
            {"redirect_uri", "http://user@127.0.0.1:7777/callback", "user"},
            {"redirect_uri", "javascript:alert(1)", "absolute URL"},
            {"redirect_uri", "http://evil.example/callback", "https"},
            {"redirect_uri", "/callback", "absolute URL"},
            {"redirect_uri", "https://a.example/" + std::string(600, 'a'), "too long"}};
}

/// The client is told, at its own address.
std::vector<wrong_parameter> wrong_after_redirect()
{
    return {{"response_type", "", "invalid_request"},
            {"response_type", "token", "unsupported_response_type"},
            {"response_type", "code id_token", "unsupported_response_type"},
            {"response_mode", "fragment", "invalid_request"},
            {"response_mode", "form_post", "invalid_request"},
            {"code_challenge", "", "invalid_request"},
            {"code_challenge", "short", "invalid_request"},
            {"code_challenge", std::string(43, '+'), "invalid_request"},
            {"code_challenge", std::string(44, 'a'), "invalid_request"},
            {"code_challenge", std::string(200, 'a'), "invalid_request"},
            {"code_challenge_method", "", "invalid_request"},
            {"code_challenge_method", "plain", "invalid_request"},
            {"code_challenge_method", "s256", "invalid_request"},
            {"code_challenge_method", "S512", "invalid_request"},
            {"scope", "admin", "invalid_scope"},
            {"scope", "read write", "invalid_scope"},
            {"scope", "READ", "invalid_scope"},
            {"scope", "read,act", "invalid_scope"},
            {"resource", "https://other.example/mcp", "invalid_target"},
            {"resource", "http://localhost/", "invalid_target"},
            {"resource", "http://localhost/v1", "invalid_target"},
            {"resource", "https://localhost/mcp", "invalid_target"},
            {"resource", "http://localhost:81/mcp", "invalid_target"},
            {"resource", "localhost/mcp", "invalid_target"},
            {"resource", "http://localhost/mcp#part", "invalid_target"},
            {"request", "eyJhbGciOiJub25lIn0", "request_not_supported"},
            {"request_uri", "https://a.example/request", "request_not_supported"},
            {"state", std::string(2001, 's'), "invalid_request"}};
}

std::vector<wrong_parameter> wrong_exchanges()
{
    return {{"grant_type", "", "invalid_request"},
            {"grant_type", "password", "unsupported_grant_type"},
            {"grant_type", "client_credentials", "unsupported_grant_type"},
            {"grant_type", "implicit", "unsupported_grant_type"},
            {"code", "", "invalid_request"},
            {"code", "tg_nothing", "invalid_grant"},
            {"code", std::string(2000, 'c'), "invalid_request"},
            {"client_id", "", "invalid_request"},
            {"client_id", "another", "invalid_grant"},
            {"redirect_uri", "https://evil.example/callback", "invalid_grant"},
            {"redirect_uri", "http://127.0.0.1:7778/callback", "invalid_grant"},
            {"code_verifier", "", "invalid_request"},
            {"code_verifier", std::string(50, 'w'), "invalid_grant"},
            {"code_verifier", challenge_for(own_verifier), "invalid_grant"},
            {"code_verifier", "short", "invalid_request"},
            {"code_verifier", std::string(129, 'v'), "invalid_request"},
            {"code_verifier", std::string(49, 'v') + "+", "invalid_request"},
            {"resource", "https://other.example/mcp", "invalid_target"},
            {"resource", "http://localhost/", "invalid_target"},
            {"client_secret", "guess", "invalid_client"}};
}

std::vector<wrong_parameter> wrong_refreshes()
{
    return {{"refresh_token", "", "invalid_request"},
            {"refresh_token", "tr_nothing", "invalid_grant"},
            {"refresh_token", "tr_" + std::string(86, 'a'), "invalid_grant"},
            {"client_id", "", "invalid_request"},
            {"client_id", "another", "invalid_grant"},
            {"scope", "read act sessions", "invalid_scope"},
            {"scope", "admin", "invalid_scope"},
            {"resource", "https://other.example/mcp", "invalid_target"},
            {"client_secret", "guess", "invalid_client"},
            {"grant_type", "refresh", "unsupported_grant_type"}};
}

/// Bodies that are no description of a client.
std::vector<std::pair<std::string, std::string>> wrong_registrations()
{
    const std::string metadata = "invalid_client_metadata";
    const std::string redirect = "invalid_redirect_uri";
    return {{"", metadata},
            {"no json", metadata},
            {"[]", metadata},
            {"null", metadata},
            {R"({"client_name":"x"})", redirect},
            {R"({"redirect_uris":[]})", redirect},
            {R"({"redirect_uris":"https://a.example/x"})", redirect},
            {R"({"redirect_uris":[1]})", redirect},
            {R"x({"redirect_uris":["javascript:alert(1)"]})x", redirect},
            {R"({"redirect_uris":["http://a.example/x"]})", redirect},
            {R"({"redirect_uris":["https://a.example/x#y"]})", redirect},
            {R"({"redirect_uris":["https://a.example/x"],"grant_types":["password"]})", metadata},
            {R"({"redirect_uris":["https://a.example/x"],"response_types":["token"]})", metadata},
            {json{{"redirect_uris",
                   std::vector<std::string>(9, "https://a.example/" + std::string(200, 'a'))}}
                 .dump(),
             metadata},
            {std::string(20'000, ' '), metadata}};
}

/// Bodies of the token endpoint that cannot be read at all.
std::vector<std::pair<headers, std::string>> unreadable_bodies()
{
    const headers form{{"Content-Type", "application/x-www-form-urlencoded"}};
    return {{{{"Content-Type", "application/json"}}, R"({"grant_type":"authorization_code"})"},
            {{}, "grant_type=authorization_code"},
            {form, "grant_type=authorization_code&grant_type=refresh_token"},
            {form, "grant_type=%zz"},
            {form, "grant_type=%FF"},
            {form, "grant_type=authorization_code#x"},
            {form, ""},
            {form, std::string(20'000, 'a')}};
}

void check_error(const reply& answer, const std::string& error)
{
    INFO(answer.body);
    CHECK(answer.status >= 400);
    CHECK(answer.status < 500);
    CHECK(answer.error() == error);
    CHECK(answer.field("cache-control") == "no-store");
    CHECK_FALSE(answer.json().at("error_description").get<std::string>().empty());
}

} // namespace

TEST_CASE("a hundred requests that are wrong in one way each get the right error", "[oauth]")
{
    const auto id = with_attacked().program.id;
    CHECK(wrong_before_redirect(id).size() + wrong_after_redirect().size() +
              wrong_exchanges().size() + wrong_refreshes().size() + wrong_registrations().size() +
              unreadable_bodies().size() >=
          100);
}

TEST_CASE("without a client that is known, nobody is sent anywhere", "[oauth]")
{
    with_attacked on;
    for (const auto& each : wrong_before_redirect(on.program.id)) {
        INFO(each.name << " = " << each.value.substr(0, 60));
        const auto answer = on.program.authorize(spoilt(on.program.good_request(), each));
        INFO(answer.body);
        CHECK(answer.status >= 400);
        CHECK(answer.field("location").empty());
        CHECK(answer.field("content-type").starts_with("text/plain"));
        CHECK(answer.body.find(each.error) != std::string::npos);
    }
    const auto twice = on.program.connection().ask(
        "GET", "/oauth/authorize?" + encoded(on.program.good_request()) + "&state=again", {});
    CHECK(twice.status == 400);
    CHECK(twice.field("location").empty());
}

TEST_CASE("nobody is sent by an error to an address that anybody has registered", "[oauth]")
{
    with_attacked on;
    const std::string elsewhere = "https://evil.example/callback";
    auto asked = on.program.good_request();
    asked["client_id"] =
        on.program.enrol({{"client_name", "Anybody"}, {"redirect_uris", {elsewhere}}})
            .json()
            .at("client_id");
    asked["redirect_uri"] = elsewhere;
    CHECK_FALSE(on.program.waiting(asked).empty());
    asked["response_type"] = "token";
    const auto answer = on.program.authorize(asked);
    CHECK(answer.status == 400);
    CHECK(answer.field("location").empty());
    CHECK(answer.field("content-type").starts_with("text/plain"));
}

TEST_CASE("what is wrong with a request is told to its client, with the issuer", "[oauth]")
{
    with_attacked on;
    for (const auto& each : wrong_after_redirect()) {
        INFO(each.name << " = " << each.value.substr(0, 60));
        const auto answer = on.program.authorize(spoilt(on.program.good_request(), each));
        const auto place = answer.field("location");
        INFO(place);
        CHECK(answer.status == 303);
        CHECK(place.starts_with(own_redirect + "?"));
        const auto told = parameters_in(place);
        CHECK(told.at("error") == each.error);
        CHECK(told.at("iss") == own_issuer);
        CHECK((each.name == "state" || told.at("state") == "of the client"));
        CHECK_FALSE(told.contains("code"));
    }
}

TEST_CASE("a code that is not exchanged as it was asked for gives no token", "[oauth]")
{
    with_attacked on;
    for (const auto& each : wrong_exchanges()) {
        INFO(each.name << " = " << each.value.substr(0, 60));
        const auto good = on.program.good_exchange(on.program.code());
        check_error(on.program.exchange(spoilt(good, each)), each.error);
    }
    CHECK(on.program.connection().get("/v1/grants").json().at("grants").empty());
}

TEST_CASE("a code is good for one try", "[oauth]")
{
    with_attacked on;
    const auto good = on.program.good_exchange(on.program.code());
    check_error(on.program.exchange(spoilt(good, {"code_verifier", std::string(50, 'w'), ""})),
                "invalid_grant");
    check_error(on.program.exchange(good), "invalid_grant");
}

TEST_CASE("a refresh that is wrong gives no token, and harms nobody", "[oauth]")
{
    with_attacked on;
    const auto given = on.program.tokens();
    const auto good = on.program.good_refresh(given.at("refresh_token"));
    for (const auto& each : wrong_refreshes()) {
        INFO(each.name << " = " << each.value.substr(0, 60));
        check_error(on.program.exchange(spoilt(good, each)), each.error);
    }
    CHECK(on.program.list_tools(given.at("access_token")).status == 200);
    CHECK(on.program.exchange(good).status == 200);
}

TEST_CASE("what is no description of a client registers nobody", "[oauth]")
{
    with_attacked on;
    for (const auto& [body, error] : wrong_registrations()) {
        INFO(body.substr(0, 80));
        http_client client(on.running.port());
        const auto answer =
            client.ask("POST", "/oauth/register", {{"Content-Type", "application/json"}}, body);
        check_error(answer, error);
    }
}

TEST_CASE("what is no form is no request for a token", "[oauth]")
{
    with_attacked on;
    for (const auto& [fields, body] : unreadable_bodies()) {
        INFO(body.substr(0, 80));
        http_client client(on.running.port());
        check_error(client.ask("POST", "/oauth/token", fields, body), "invalid_request");
        http_client other(on.running.port());
        check_error(other.ask("POST", "/oauth/revoke", fields, body), "invalid_request");
    }
    auto& client = on.program.connection();
    const auto basic = client.ask(
        "POST", "/oauth/token",
        {{"Authorization", "Basic YTpi"}, {"Content-Type", "application/x-www-form-urlencoded"}},
        "grant_type=authorization_code");
    check_error(basic, "invalid_client");
    CHECK(basic.status == 401);
}

TEST_CASE("a code of one issuer is none of another name of the same server", "[oauth]")
{
    with_attacked on;
    const auto body = encoded(on.program.good_exchange(on.program.code()));
    http_client client(on.running.port());
    client.send("POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body);
    check_error(client.receive(), "invalid_grant");
}

TEST_CASE("a token of one name of the server opens nothing under another", "[oauth]")
{
    with_attacked on;
    const std::string token = on.program.tokens().at("access_token");
    http_client client(on.running.port());
    client.send("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + token +
                "\r\nContent-Length: 2\r\n\r\n{}");
    const auto answer = client.receive();
    CHECK(answer.status == 401);
    CHECK(answer.field("www-authenticate").find("http://127.0.0.1/.well-known") !=
          std::string::npos);
}

TEST_CASE("credentials that are no token open nothing at /mcp", "[oauth]")
{
    with_attacked on;
    const auto given = on.program.tokens();
    const std::string access = given.at("access_token");
    for (const auto& wrong : {std::string("ta_"), access + "x", access.substr(0, access.size() - 1),
                              given.at("refresh_token").get<std::string>(), on.program.code(),
                              on.program.id, std::string("Bearer"), std::string(5000, 'a')}) {
        INFO(wrong.substr(0, 60));
        CHECK(on.program.list_tools(wrong).status == 401);
    }
    auto& client = on.program.connection();
    CHECK(client.ask("POST", "/mcp?access_token=" + access, {}, "{}").status == 401);
    CHECK(client.ask("POST", "/mcp", {{"X-API-Key", access}}, "{}").status == 401);
}

TEST_CASE("a decision is for what was asked, once, and by somebody", "[oauth]")
{
    with_attacked on;
    const auto request = on.program.waiting(on.program.good_request());
    auto& client = on.program.connection();
    const auto path = "/v1/authorizations/" + request;
    CHECK(client.ask("POST", path, {}, R"({"approve":true})").status == 401);
    CHECK(client.ask("GET", path, {}).status == 401);
    for (const auto& wrong :
         {json::object(), json{{"approve", "yes"}}, json{{"approve", true}, {"scopes", {"admin"}}},
          json{{"approve", true}, {"scopes", {"sessions"}}},
          json{{"approve", true}, {"scopes", json::array()}}, json{{"approve", true}, {"days", 0}},
          json{{"approve", true}, {"days", 366}},
          json{{"approve", true}, {"phones", json::array()}}}) {
        INFO(wrong.dump());
        CHECK(on.program.decide(request, wrong).error() == "INVALID_ARGUMENT");
    }
    CHECK(on.program
              .decide(request,
                      {{"approve", true}, {"phones", {"0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11"}}})
              .error() == "PHONE_NOT_FOUND");
    CHECK(on.program.decide("nothing", {{"approve", true}}).error() == "DATA_NOT_FOUND");
    CHECK(on.program.decide(request, {{"approve", true}}).status == 200);
    CHECK(on.program.decide(request, {{"approve", true}}).error() == "DATA_NOT_FOUND");
}

} // namespace thimble::service::test
