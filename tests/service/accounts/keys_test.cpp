// API keys over REST: made, shown, revoked.
#include "service/accounts/api_key.hpp"
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"

#include <atomic>
#include <thread>

namespace thimble::service::test {

namespace {

headers with_key(const std::string& key)
{
    return {{"X-API-Key", key}};
}

unsigned status_for(http_client& client, const std::string& key)
{
    return client.ask("GET", "/v1/phones", with_key(key)).status;
}

nlohmann::json make_key(http_client& client, const std::string& by, const std::string& name = "one")
{
    const auto made = client.ask("POST", "/v1/keys", with_key(by), R"({"name":")" + name + R"("})");
    REQUIRE(made.status == 201);
    return made.json();
}

unsigned revoke(http_client& client, const std::string& by, const nlohmann::json& made)
{
    return client.ask("DELETE", "/v1/keys/" + made.at("id").get<std::string>(), with_key(by))
        .status;
}

} // namespace

TEST_CASE("a key is shown once, and known by its beginning afterwards", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto made = make_key(client, api_key, "Build server");
    const std::string key = made.at("key");
    CHECK(key.size() == 46);
    CHECK(key.starts_with("tk_"));
    CHECK(made.at("name") == "Build server");
    CHECK(made.at("last_used_at").is_null());
    CHECK(key.starts_with(made.at("prefix").get<std::string>()));
    CHECK(made.at("prefix").get<std::string>().size() == 8);

    CHECK(status_for(client, key) == 200);
    const auto listed = client.get("/v1/keys");
    REQUIRE(listed.json().size() == 1);
    CHECK(listed.json()[0].at("id") == made.at("id"));
    CHECK(listed.json()[0].at("last_used_at").is_string());
    CHECK_FALSE(listed.json()[0].contains("key"));
    CHECK(listed.body.find(key) == std::string::npos);
    CHECK(listed.body.find(to_text(digest_of(key))) == std::string::npos);
}

TEST_CASE("a revoked key opens nothing, nor does one that it has made", "[service][store]")
{
    running_service running;
    http_client client(running.port());
    const auto parent = make_key(client, api_key);
    const auto child = make_key(client, parent.at("key"));
    const auto grandchild = make_key(client, child.at("key"));
    const auto other = make_key(client, api_key);
    CHECK(status_for(client, grandchild.at("key")) == 200);
    CHECK(revoke(client, api_key, parent) == 204);
    for (const auto& each : {parent, child, grandchild}) {
        const auto refused = client.ask("GET", "/v1/phones", with_key(each.at("key")));
        CHECK(refused.status == 401);
        CHECK(refused.error() == "INVALID_API_KEY");
    }
    CHECK(status_for(client, other.at("key")) == 200);
    CHECK(client.get("/v1/keys").json().size() == 1);
    CHECK(revoke(client, api_key, parent) == 404);
}

TEST_CASE("a key may revoke itself", "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto made = make_key(client, api_key);
    CHECK(revoke(client, made.at("key"), made) == 204);
    CHECK(status_for(client, made.at("key")) == 401);
}

TEST_CASE("a key's name has 1 to 80 characters", "[service]")
{
    running_service running;
    http_client client(running.port());
    CHECK(client.post("/v1/keys").error() == "EMPTY_BODY");
    for (const auto& name : {std::string(), std::string(81, 'n')})
        CHECK(client.post("/v1/keys", R"({"name":")" + name + R"("})").error() ==
              "INVALID_ARGUMENT");
    CHECK(client.post("/v1/keys", R"({"name":7})").error() == "INVALID_ARGUMENT");
    const auto unknown =
        client.ask("DELETE", "/v1/keys/6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10", with_key(api_key));
    CHECK(unknown.error() == "KEY_NOT_FOUND");
}

TEST_CASE("an account neither sees nor revokes the keys of another", "[service][store]")
{
    with_two_accounts with;
    http_client client(with.running.port());
    const auto ada = make_key(client, with.ada_key);
    const auto bob = make_key(client, with.bob_key);
    CHECK(client.ask("GET", "/v1/keys", with_key(with.ada_key)).body.find(bob.at("id")) ==
          std::string::npos);
    const auto foreign =
        client.ask("DELETE", "/v1/keys/" + bob.at("id").get<std::string>(), with_key(with.ada_key));
    const auto missing = client.ask("DELETE", "/v1/keys/6f0d2a44-3c5c-4c52-9a0e-2a7f2c1f3b10",
                                    with_key(with.ada_key));
    CHECK(foreign.status == 404);
    CHECK(foreign.json().at("message") == missing.json().at("message"));
    CHECK(status_for(client, bob.at("key")) == 200);
    CHECK(status_for(client, ada.at("key")) == 200);
}

TEST_CASE("an account without a subscription is told so, after its key has been checked",
          "[service]")
{
    with_two_accounts with;
    http_client client(with.running.port());
    with.set_subscription("bob", "none");
    const auto refused = client.ask("GET", "/v1/phones", with_key(with.bob_key));
    CHECK(refused.status == 402);
    CHECK(refused.error() == "SUBSCRIPTION_REQUIRED");
    CHECK(client.ask("POST", "/v1/tap", with_key(with.bob_key), "[").status == 402);
    http_client large(with.running.port());
    large.send("POST /v1/tap HTTP/1.1\r\nHost: x\r\nX-API-Key: " + with.bob_key +
               "\r\nContent-Length: 1000000\r\n\r\n"); // which nobody waits for
    CHECK(large.receive().status == 402);
    CHECK(status_for(client, with.ada_key) == 200);
    CHECK(status_for(client, "tk_wrong") == 401);
    with.set_subscription("bob", "active");
    CHECK(status_for(client, with.bob_key) == 200);
}

TEST_CASE("a key that is revoked while many use it opens nothing afterwards", "[service]")
{
    running_service running;
    http_client owner(running.port());
    const auto made = make_key(owner, api_key);
    std::atomic<bool> revoked = false;
    std::atomic<int> late_successes = 0;
    std::atomic<int> refusals = 0;
    std::vector<std::thread> users;
    for (int user = 0; user < 100; ++user)
        users.emplace_back([&] {
            http_client client(running.port());
            while (refusals < 200) {
                const bool begun_after = revoked;
                const auto status = status_for(client, made.at("key"));
                late_successes += begun_after && status == 200 ? 1 : 0;
                refusals += status == 401 || status == 429 ? 1 : 0;
            }
        });
    CHECK(revoke(owner, api_key, made) == 204);
    revoked = true;
    for (auto& each : users)
        each.join();
    CHECK(late_successes == 0);
}

TEST_CASE("after many wrong keys an address is told to wait, and keys made here still open",
          "[service]")
{
    limits few;
    few.wrong_keys = {.per_second = 0.001, .burst = 3};
    running_service running(few);
    http_client client(running.port());
    const std::string made = make_key(client, api_key).at("key");
    for (int guess = 0; guess < 3; ++guess)
        CHECK(status_for(client, "tk_wrong") == 401);
    const auto refused = client.ask("GET", "/v1/phones", with_key("tk_wrong"));
    CHECK(refused.status == 429);
    CHECK(std::stoi(refused.field("retry-after")) > 0);
    CHECK(status_for(client, api_key) == 429); // a short one that somebody has chosen
    CHECK(status_for(client, made) == 200);
    const headers elsewhere{{"X-API-Key", api_key}, {"X-Forwarded-For", "192.0.2.9"}};
    CHECK(client.ask("GET", "/v1/phones", elsewhere).status == 200);
}

TEST_CASE("a key's record names the desktops that it let in, and its end can be theirs",
          "[service]")
{
    running_service running;
    http_client client(running.port());
    const auto made = make_key(client, api_key);
    const auto approve = [&](const std::string& key) {
        const auto begun = client.ask("POST", "/v1/enrolments", {}, R"({"name":"Desk"})").json();
        return client
            .ask("POST", "/v1/desktops/approve", with_key(key),
                 nlohmann::json{{"code", begun.at("code")}}.dump())
            .json()
            .at("id")
            .get<std::string>();
    };
    const auto desk = approve(made.at("key"));
    const auto kept = approve(api_key);
    CHECK(client.get("/v1/keys").json()[0].at("desktops") == nlohmann::json::array({desk}));
    const auto path = "/v1/keys/" + made.at("id").get<std::string>();
    CHECK(client.ask("DELETE", path + "?with=phones", with_key(api_key)).error() ==
          "INVALID_ARGUMENT");
    CHECK(client.ask("DELETE", path + "?with=sessions,desktops", with_key(api_key)).status == 204);
    const auto left = client.get("/v1/desktops").body;
    CHECK(left.find(desk) == std::string::npos);
    CHECK(left.find(kept) != std::string::npos);
}

TEST_CASE("the database knows no key", "[service]")
{
    running_service running;
    http_client client(running.port());
    const std::string key = make_key(client, api_key).at("key");
    CHECK(status_for(client, key) == 200);
    running.stop();
    for (const auto& file : std::filesystem::recursive_directory_iterator(running.state_dir())) {
        if (!file.is_regular_file())
            continue;
        INFO(file.path().string());
        const auto content = e2e::content_of(file.path());
        CHECK(content.find(key) == std::string::npos);
        CHECK(content.find(key.substr(10)) == std::string::npos);
        CHECK(content.find(api_key) == std::string::npos);
    }
}

} // namespace thimble::service::test
