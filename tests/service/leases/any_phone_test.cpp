// Actions that ask for any phone that fits.
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/leases/shared_phones.hpp"

namespace thimble::service::test {

using nlohmann::json;

TEST_CASE("an action gets a phone that fits", "[service]")
{
    shared_phones on;
    REQUIRE(on.label(on.second, {"blue"}).status == 200);
    for (int each = 0; each < 3; ++each) {
        const auto answer = on.tap(on.ci, "?phone=labels=blue");
        CHECK(answer.status == 200);
        CHECK(answer.field("x-phone-id") == on.second);
    }
    CHECK(on.running.seen().received.back().udid == "udid-2");
}

TEST_CASE("phones take turns, and those without labels come first", "[service]")
{
    shared_phones on;
    const auto one = on.tap(on.ci, "?phone=any").field("x-phone-id");
    const auto other = on.tap(on.ci, "?phone=any").field("x-phone-id");
    CHECK(one != other);
    REQUIRE(on.label(on.first, {"rare"}).status == 200);
    for (int each = 0; each < 3; ++each)
        CHECK(on.tap(on.ci, "?phone=any").field("x-phone-id") == on.second);
}

TEST_CASE("a phone like none is no reason to wait", "[service]")
{
    shared_phones on;
    const auto refused = on.tap(on.ci, "?phone=labels=nobodys&wait_s=300");
    CHECK(refused.status == 404);
    CHECK(refused.error() == "NO_PHONE_FITS");
    CHECK(refused.json().at("context").at("phone") == "labels=nobodys");
}

TEST_CASE("a description and an id exclude each other", "[service]")
{
    shared_phones on;
    const auto refused = on.ask(on.ci, "POST", "/v1/phones/" + on.first + "/home?phone=any");
    CHECK(refused.status == 422);
    CHECK(refused.json().at("context").at("reason") == "phone_named");
    CHECK(on.tap(on.ci, "?phone=blue").status == 422);
}

TEST_CASE("a phone that others have leased is not given, and one's own comes first", "[service]")
{
    shared_phones on;
    REQUIRE(on.lease(on.lab, on.first).status == 200);
    for (int each = 0; each < 3; ++each) {
        CHECK(on.tap(on.ci, "?phone=any").field("x-phone-id") == on.second);
        CHECK(on.tap(on.lab, "?phone=any").field("x-phone-id") == on.first);
    }
}

TEST_CASE("any phone that fits can be leased", "[service]")
{
    shared_phones on;
    const auto one = on.ask(on.ci, "POST", "/v1/lease?phone=any", "{}");
    const auto other = on.ask(on.lab, "POST", "/v1/lease?phone=any", "{}");
    REQUIRE(one.status == 200);
    REQUIRE(other.status == 200);
    CHECK(one.json().at("phone_id") != other.json().at("phone_id"));
    const auto third = on.ask(api_key, "POST", "/v1/lease?phone=any&wait_s=0", "{}");
    CHECK(third.status == 503);
    CHECK(third.error() == "NO_PHONE_FREE");
    CHECK_FALSE(third.field("retry-after").empty());
    CHECK(third.json().at("context").at("position") == 1);
    CHECK(third.json().at("context").at("estimate_s").get<int>() > 0);
    CHECK(third.json().at("context").at("outcome") == "not_sent");
}

TEST_CASE("a repeated request has the answer of the phone that was chosen first", "[service]")
{
    shared_phones on;
    const headers once{{"X-API-Key", on.ci}, {"Idempotency-Key", "one"}};
    const auto tap_once = [&](const std::string& query) {
        return on.client.ask("POST", "/v1/tap" + query, once, R"({"x":1,"y":1})");
    };
    const auto answer = tap_once("?phone=any");
    REQUIRE(answer.status == 200);
    for (int each = 0; each < 3; ++each) {
        const auto again = tap_once("?phone=any&wait_s=0");
        CHECK(again.json() == answer.json());
        CHECK(again.field("x-phone-id") == answer.field("x-phone-id"));
    }
    CHECK(tap_once("?phone=ios=..99").error() == "IDEMPOTENCY_MISMATCH");
    CHECK(on.running.seen().received.size() == 1);
}

TEST_CASE("a request that got no phone is not remembered", "[service]")
{
    shared_phones on;
    REQUIRE(on.lease(on.lab, on.first).status == 200);
    REQUIRE(on.lease(on.lab, on.second).status == 200);
    const headers once{{"X-API-Key", on.ci}, {"Idempotency-Key", "one"}};
    const auto home = [&] { return on.client.ask("POST", "/v1/home?phone=any&wait_s=0", once); };
    CHECK(home().error() == "NO_PHONE_FREE");
    REQUIRE(on.ask(on.lab, "DELETE", "/v1/phones/" + on.second + "/lease").status == 204);
    const auto answer = home();
    CHECK(answer.status == 200);
    CHECK(answer.field("x-phone-id") == on.second);
}

TEST_CASE("nobody gets a phone of another account, nor sees who waits for one", "[service]")
{
    with_two_accounts on;
    const auto id = on.running.attach(phone("udid-1"));
    on.running.direct([](auto& desktop) { desktop.hold(); });
    http_client client(on.running.port());
    REQUIRE(client.post("/v1/home?async=true").status == 200);
    http_client waits(on.running.port());
    waits.send("POST /v1/home?phone=any&wait_s=300 HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " +
               std::string(api_key) + "\r\nContent-Length: 0\r\n\r\n");
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        return client.get("/v1/waiting").json().at("waiting").size() == 1;
    }));
    const auto ask = [&](const std::string& method, const std::string& target) {
        return client.ask(method, target, {{"X-API-Key", on.bob_key}});
    };
    CHECK(ask("GET", "/v1/waiting").json().at("waiting").empty());
    CHECK(ask("POST", "/v1/home?phone=any&wait_s=300").error() == "NO_PHONE_FITS");
    CHECK(ask("POST", "/v1/lease?phone=any").error() == "NO_PHONE_FITS");
    for (const auto* method : {"GET", "POST", "DELETE"})
        CHECK(ask(method, "/v1/phones/" + id + "/lease").error() == "PHONE_NOT_FOUND");
    CHECK(ask("GET", "/v1/phones/" + id + "/labels").error() == "PHONE_NOT_FOUND");
    on.running.direct([](auto& desktop) { desktop.release(); });
    CHECK(waits.receive().status == 200);
}

TEST_CASE("a key for some phones gets none of the others", "[service]")
{
    shared_phones on;
    const auto made =
        on.client.post("/v1/keys", json{{"name", "one phone"}, {"phones", {on.second}}}.dump());
    REQUIRE(made.status == 201);
    const std::string key = made.json().at("key");
    for (int each = 0; each < 3; ++each)
        CHECK(on.tap(key, "?phone=any").field("x-phone-id") == on.second);
    REQUIRE(on.label(on.first, {"blue"}).status == 200);
    CHECK(on.tap(key, "?phone=labels=blue").error() == "NO_PHONE_FITS");
}

} // namespace thimble::service::test
