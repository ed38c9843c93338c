// The audit log over REST: who did what, from where, with what outcome, and none of the contents.
#include "tests/catch2.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/lasting_state.hpp"
#include "tests/service/service_with_phone.hpp"

#include <set>
#include <sstream>
#include <vector>

namespace thimble::service::test {

using nlohmann::json;

namespace {

json entries(http_client& client, const std::string& query = "")
{
    const auto answer = client.get("/v1/audit" + query);
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    return answer.json().at("entries");
}

std::vector<json> lines_of(const std::string& text)
{
    std::vector<json> out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        out.push_back(json::parse(line));
    return out;
}

} // namespace

TEST_CASE("a deed is in the log: by whom, from where, on which phone, with what outcome",
          "[service]")
{
    with_phone on;
    const auto key = on.client.post("/v1/keys", R"({"name":"ci"})").json();
    const auto done = on.client.ask("POST", on.path("tap"),
                                    {{"X-API-Key", key.at("key")}, {"X-Request-Id", "my-tap"}},
                                    R"({"x":1,"y":1})");
    REQUIRE(done.status == 200);
    const auto entry = entries(on.client).at(0);
    CHECK(entry.at("action") == "POST /v1/phones/{phone_id}/tap");
    CHECK(entry.at("actor") == json{{"kind", "key"}, {"id", key.at("id")}, {"name", "ci"}});
    CHECK(entry.at("address") == "127.0.0.1");
    CHECK(entry.at("phone_id") == on.id);
    CHECK(entry.at("target") == done.json().at("id"));
    CHECK(entry.at("status") == 200);
    CHECK(entry.at("outcome") == "done");
    CHECK(entry.at("error").is_null());
    CHECK(entry.at("request_id") == "my-tap");
    const auto made = entries(on.client).at(1);
    CHECK(made.at("action") == "POST /v1/keys");
    CHECK(made.at("target") == key.at("id"));
    CHECK(made.at("actor").at("kind") == "account");
}

TEST_CASE("what was refused or has failed is in the log with its code", "[service]")
{
    with_phone on;
    on.client.post("/v1/tap", R"({"x":100000,"y":1})");
    on.client.post("/v1/home?async=true");
    on.running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            return failure(what, "ACTION_FAILED", link::outcome::unknown);
        };
    });
    on.client.post("/v1/home");
    const auto all = entries(on.client);
    REQUIRE(all.size() == 3);
    CHECK(all.at(0).at("error") == "ACTION_FAILED");
    CHECK(all.at(0).at("outcome") == "unknown");
    CHECK(all.at(0).at("status") == 502);
    CHECK(all.at(1).at("outcome") == "accepted");
    CHECK(all.at(2).at("error") == "INVALID_ARGUMENT");
    CHECK(all.at(2).at("outcome") == "refused");
    CHECK(all.at(2).at("target").is_null());
}

TEST_CASE("reads and strangers leave no entry", "[service]")
{
    with_phone on;
    on.client.get("/v1/phones");
    on.client.get("/v1/screenshot");
    on.client.post("/v1/apps/refresh");
    on.client.ask("POST", "/v1/home", {{"X-API-Key", "tk_nobodys"}});
    CHECK(entries(on.client).empty());
}

TEST_CASE("what was one request too many leaves no entry", "[service]")
{
    running_service running({}, std::chrono::seconds(2), [](server_options& options) {
        options.rate_limit = rate{.per_second = 0.01, .burst = 2};
    });
    running.attach(phone("udid-1"));
    http_client client(running.port());
    const std::string key = client.post("/v1/keys", R"({"name":"ci"})").json().at("key");
    for (const unsigned status : {200U, 200U, 429U})
        CHECK(client.ask("POST", "/v1/home", {{"X-API-Key", key}}).status == status);
    CHECK(entries(client).size() == 3); // of the key, and of what was done with it
}

TEST_CASE("the log holds nothing that was typed, copied or kept secret", "[service]")
{
    lasting_state state;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        http_client client(running->port());
        client.post("/v1/type", R"({"text":"planted-text"})");
        client.post("/v1/copy-text", R"({"text":"planted-clipboard"})");
        client.post("/v1/unlock", R"({"passcode":"planted-code"})");
        client.post("/v1/open-url", R"({"url":"https://planted.example/planted"})");
        client.ask("PUT", "/v1/secrets/mail", {{"X-API-Key", api_key}},
                   R"({"value":"planted-secret"})");
        client.ask("DELETE", "/v1/secrets/planted-name", {{"X-API-Key", api_key}});
        const auto exported = client.get("/v1/audit/export").body;
        CHECK(lines_of(exported).size() == 6);
        CHECK(exported.find("planted") == std::string::npos);
        CHECK(exported.find(api_key) == std::string::npos);
    }
    CHECK(state.content().find("planted-text") == std::string::npos);
    CHECK(state.content().find("planted-name") == std::string::npos);
}

TEST_CASE("the log is exported in parts, a line an entry", "[service][store]")
{
    with_phone on;
    for (int each = 0; each < 5; ++each)
        on.client.post("/v1/home");
    std::vector<json> all;
    for (std::string after;;) {
        const auto part = on.client.get("/v1/audit/export?limit=2" + after);
        REQUIRE(part.status == 200);
        CHECK(part.field("content-type") == "application/x-ndjson");
        const auto lines = lines_of(part.body);
        if (lines.empty())
            break;
        all.insert(all.end(), lines.begin(), lines.end());
        after = "&after=" + lines.back().at("id").get<std::string>();
    }
    REQUIRE(all.size() == 5);
    const auto newest_first = entries(on.client);
    for (std::size_t each = 0; each < all.size(); ++each)
        CHECK(all.at(each) == newest_first.at(all.size() - 1 - each));
    const auto page = on.client.get("/v1/audit?limit=2").json();
    CHECK(page.at("entries").size() == 2);
    CHECK(page.at("next_before") == newest_first.at(1).at("id"));
}

TEST_CASE("the log is for administrators of the account", "[service]")
{
    with_two_accounts on;
    http_client client(on.running.port());
    const auto ask = [&](const std::string& key, const std::string& target) {
        return client.ask("GET", target, {{"X-API-Key", key}});
    };
    const auto made = client.ask("POST", "/v1/keys", {{"X-API-Key", on.ada_key}},
                                 R"({"name":"plain","scopes":["read","act","sessions"]})");
    REQUIRE(made.status == 201);
    for (const auto* target : {"/v1/audit", "/v1/audit/export"}) {
        CHECK(ask(made.json().at("key"), target).error() == "FORBIDDEN");
        CHECK(ask(on.ada_key, target).body.find("POST /v1/keys") != std::string::npos);
        CHECK(ask(on.bob_key, target).body.find("POST /v1/keys") == std::string::npos);
    }
}

TEST_CASE("what an operator does to an account is in its log, and in no other", "[service][store]")
{
    with_two_accounts on;
    on.set_subscription("ada", "active");
    http_client client(on.running.port());
    const auto log = client.ask("GET", "/v1/audit", {{"X-API-Key", on.ada_key}}).json();
    const auto& entries_of_ada = log.at("entries");
    std::set<std::string> actions; // they may be of one millisecond
    for (const auto& each : entries_of_ada) {
        actions.insert(each.at("action").get<std::string>());
        CHECK(each.at("actor").at("kind") == "operator");
        CHECK(each.at("outcome") == "done");
        CHECK(each.at("address").is_null());
    }
    CHECK(actions == std::set<std::string>{"admin account create", "admin account subscription",
                                           "admin key create"});
    CHECK(log.dump().find(on.ada_key) == std::string::npos);
}

TEST_CASE("the log is there after a restart", "[service][store]")
{
    lasting_state state;
    json before;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        http_client client(running->port());
        client.post("/v1/home");
        before = entries(client);
    }
    const auto running = state.start();
    http_client client(running->port());
    CHECK(before.size() == 1);
    CHECK(entries(client) == before);
}

} // namespace thimble::service::test
