// Keys with some scopes, and keys for some phones, over REST.
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

headers fields_with(const std::string& key)
{
    return {{"X-API-Key", key}};
}

struct with_two_phones {
    with_two_phones()
        : mine(running.attach(phone("udid-1"))), other(running.attach(phone("udid-2")))
    {
    }

    reply make(const json& rights, const std::string& by = api_key)
    {
        json body{{"name", "one"}};
        body.update(rights);
        return client.ask("POST", "/v1/keys", fields_with(by), body.dump());
    }

    std::string key_with(const json& rights, const std::string& by = api_key)
    {
        const auto made = make(rights, by);
        INFO(made.body);
        REQUIRE(made.status == 201);
        return made.json().at("key");
    }

    reply ask(const std::string& key,
              const std::string& method,
              const std::string& target,
              const std::string& body = "")
    {
        return client.ask(method, target, fields_with(key), body);
    }

    running_service running;
    std::string mine;
    std::string other;
    http_client client{running.port()};
};

constexpr auto tap_body = R"({"x":1,"y":1})";

} // namespace

TEST_CASE("a key says what it is good for", "[service]")
{
    with_two_phones on;
    const auto made = on.make({{"scopes", {"act", "read"}}, {"phones", {on.mine}}}).json();
    CHECK(made.at("scopes") == json{"read", "act"});
    CHECK(made.at("phones") == json{on.mine});
    const auto whole = on.make(json::object()).json();
    CHECK(whole.at("scopes") == json{"read", "act", "sessions", "admin"});
    CHECK(whole.at("phones").is_null());
    const auto listed = on.client.get("/v1/keys").json();
    REQUIRE(listed.size() == 2);
    CHECK(listed[0].at("scopes") == made.at("scopes"));
    CHECK(listed[0].at("phones") == made.at("phones"));
}

TEST_CASE("a scope that is missing is named, and nothing is done", "[service]")
{
    with_two_phones on;
    const auto key = on.key_with({{"scopes", {"read"}}});
    CHECK(on.ask(key, "GET", "/v1/phones").status == 200);
    const auto refused = on.ask(key, "POST", "/v1/phones/" + on.mine + "/tap", tap_body);
    CHECK(refused.status == 403);
    CHECK(refused.error() == "FORBIDDEN");
    CHECK(refused.json().at("context").at("missing") == json{"act"});
    CHECK(on.running.seen().received.empty());
    // The scope is looked at before the body and before the phone.
    CHECK(on.ask(key, "POST", "/v1/phones/nothing/tap", "no json").error() == "FORBIDDEN");
}

TEST_CASE("a key makes keys of its own rights at most", "[service]")
{
    with_two_phones on;
    const auto some = on.key_with({{"scopes", {"read", "admin"}}, {"phones", {on.mine}}});
    const auto more = on.make({{"scopes", {"read", "act"}}}, some);
    CHECK(more.status == 403);
    CHECK(more.json().at("context").at("missing") == json{"act"});
    const auto none = on.make({{"phones", {on.other}}}, some);
    CHECK(none.status == 404);
    CHECK(none.error() == "PHONE_NOT_FOUND");
    const auto inherited = on.make(json::object(), some).json();
    CHECK(inherited.at("scopes") == json{"read", "admin"});
    CHECK(inherited.at("phones") == json{on.mine});
    CHECK(on.make({{"phones", nullptr}}, some).json().at("phones") == json{on.mine});
    const auto fewer = on.make({{"scopes", {"read"}}}, some).json();
    CHECK(on.make(json::object(), fewer.at("key")).error() == "FORBIDDEN");
}

TEST_CASE("rights that make no sense are refused", "[service]")
{
    with_two_phones on;
    for (const auto& rights :
         {json{{"scopes", {"write"}}}, json{{"scopes", json::array()}}, json{{"scopes", "read"}},
          json{{"phones", json::array()}}, json{{"phones", {1}}}, json{{"scopes", nullptr}}}) {
        INFO(rights.dump());
        CHECK(on.make(rights).error() == "INVALID_ARGUMENT");
    }
    CHECK(on.make({{"phones", {"0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11"}}}).error() ==
          "PHONE_NOT_FOUND");
}

TEST_CASE("for a key for one phone there is no other", "[service]")
{
    with_two_phones on;
    const auto key = on.key_with({{"phones", {on.mine}}});
    CHECK(on.ask(key, "GET", "/v1/phones").json().size() == 1);
    const auto refused = on.ask(key, "GET", "/v1/phones/" + on.other + "/info");
    CHECK(refused.error() == "PHONE_NOT_FOUND");
    // Of two connected phones the one that it is for is meant.
    const auto tapped = on.ask(key, "POST", "/v1/tap", tap_body);
    CHECK(tapped.field("x-phone-id") == on.mine);
    CHECK(on.ask(key, "GET", "/v1/status").json().at("phone_connected") == true);
    const auto begun = on.ask(key, "POST", "/v1/sessions",
                              json{{"instruction", "Wait"}, {"phone_id", on.other}}.dump());
    CHECK(begun.error() == "PHONE_NOT_FOUND");
}

TEST_CASE("jobs of other phones do not exist for a key for one phone", "[service]")
{
    with_two_phones on;
    const auto key = on.key_with({{"phones", {on.mine}}});
    const auto theirs = on.client.post("/v1/phones/" + on.other + "/tap", tap_body).json().at("id");
    const auto own = on.client.post("/v1/phones/" + on.mine + "/tap", tap_body).json().at("id");
    CHECK(on.ask(key, "GET", "/v1/jobs/" + own.get<std::string>()).status == 200);
    CHECK(on.ask(key, "GET", "/v1/jobs/" + theirs.get<std::string>()).error() == "JOB_NOT_FOUND");
    CHECK(on.ask(key, "GET", "/v1/jobs/" + theirs.get<std::string>() + "/download").error() ==
          "JOB_NOT_FOUND");
    const auto listed = on.ask(key, "GET", "/v1/jobs").json().at("jobs");
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].at("id") == own);
    CHECK(on.ask(key, "GET", "/v1/jobs?phone_id=" + on.other).json().at("jobs").empty());
}

TEST_CASE("events of other phones are not told to a key for one phone", "[service]")
{
    with_two_phones on;
    const auto key = on.key_with({{"phones", {on.mine}}});
    for (const auto* each : {&on.mine, &on.other})
        on.client.post("/v1/phones/" + *each + "/tap", tap_body);
    const auto told = on.ask(key, "GET", "/v1/events");
    REQUIRE(told.status == 200);
    CHECK(told.body.find(on.mine) != std::string::npos);
    CHECK(told.body.find(on.other) == std::string::npos);
    CHECK(on.client.get("/v1/events").body.find(on.other) != std::string::npos);
}

TEST_CASE("a key for one phone does nothing to the account as a whole", "[service]")
{
    with_two_phones on;
    const auto key = on.key_with({{"phones", {on.mine}}});
    for (const auto* path : {"/v1/desktops", "/v1/secrets", "/v1/webhooks", "/v1/usage"}) {
        const auto refused = on.ask(key, "GET", path);
        INFO(path);
        CHECK(refused.error() == "FORBIDDEN");
        CHECK(refused.json().at("context").at("reason") == "phones");
    }
    // It knows of itself and of its own keys alone.
    const auto made = on.make(json::object(), key).json();
    const auto others = on.make(json::object()).json().at("id").get<std::string>();
    CHECK(on.ask(key, "GET", "/v1/keys").json().size() == 2);
    CHECK(on.ask(key, "DELETE", "/v1/keys/" + others).error() == "KEY_NOT_FOUND");
    CHECK(on.ask(key, "DELETE", "/v1/keys/" + made.at("id").get<std::string>()).status == 204);
}

TEST_CASE("an answer that is kept for another phone is not for this key", "[service]")
{
    with_two_phones on;
    const auto key = on.key_with({{"phones", {on.mine}}});
    const auto once = [&](const std::string& by, const std::string& target) {
        auto fields = fields_with(by);
        fields["Idempotency-Key"] = "the same";
        return on.client.ask("POST", target, fields, tap_body);
    };
    const auto target = "/v1/phones/" + on.other + "/tap";
    CHECK(once(api_key, target).status == 200);
    CHECK(once(key, target).error() == "PHONE_NOT_FOUND");
    on.client.post("/v1/phones/" + on.other + "/select");
    CHECK(once(api_key, "/v1/tap").field("x-phone-id") == on.other);
    const auto refused = once(key, "/v1/tap");
    CHECK(refused.error() == "FORBIDDEN");
    CHECK(refused.body.find(on.other) == std::string::npos);
    CHECK(refused.field("x-phone-id").empty());
}

TEST_CASE("a key of before has all rights", "[service]")
{
    with_two_accounts with; // an operator makes keys that say nothing of rights
    http_client client(with.running.port());
    const auto listed = client.ask("GET", "/v1/keys", fields_with(with.ada_key)).json();
    REQUIRE(listed.size() == 1);
    CHECK(listed[0].at("scopes") == json{"read", "act", "sessions", "admin"});
    CHECK(listed[0].at("phones").is_null());
}

} // namespace thimble::service::test
