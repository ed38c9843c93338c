// A key that is revoked while something is under way for it.
#include "tests/catch2.hpp"
#include "tests/mcp/posting_client.hpp"
#include "tests/service/mcp_tools/mcp_agent.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// A key of its own, and a connection that asks with it.
struct revocable {
    explicit revocable(with_agent& agent) : on(agent), client(agent.running.port())
    {
        const auto made = owner.post("/v1/keys", R"({"name":"to be revoked"})");
        REQUIRE(made.status == 201);
        id = made.json().at("id");
        key = made.json().at("key");
    }

    void send(const std::string& method, const json& params, const std::string& name = {})
    {
        auto fields = mcp_client::fields_for(method, name);
        fields["Authorization"] = "Bearer " + key;
        client.send("POST", fields, mcp_client::body_of(method, params));
    }

    void revoke()
    {
        CHECK(owner.ask("DELETE", "/v1/keys/" + id, {{"X-API-Key", api_key}}).status == 204);
    }

    with_agent& on;
    http_client owner{on.running.port()};
    mcp::test::posting_client client;
    std::string id;
    std::string key;
};

} // namespace

TEST_CASE("a stream of changes ends when its key is revoked", "[mcp]")
{
    with_agent on;
    revocable one(on);
    one.send("subscriptions/listen", {{"notifications", json::object()}});
    one.client.read_until("notifications/subscriptions/acknowledged");
    one.revoke();
    const auto heard = one.client.read_all(); // it has an end
    CHECK(heard.status == 200);
    CHECK_FALSE(has(heard.body, "\"result\""));
}

TEST_CASE("an act under way is cancelled when its key is revoked", "[mcp]")
{
    with_agent on;
    revocable one(on);
    on.running.direct([](scripted_desktop& desktop) { desktop.hold(); });
    one.send("tools/call", {{"name", "press_button"}, {"arguments", {{"button", "home"}}}},
             "press_button");
    REQUIRE(on.running.until([](const observations& seen) {
        return !seen.started_jobs.empty() &&
               std::ranges::any_of(seen.received, [&](const auto& each) {
                   return std::holds_alternative<link::home>(each.what) &&
                          each.job_id == seen.started_jobs.back();
               });
    }));
    one.revoke();
    CHECK(
        on.running.until([](const observations& seen) { return seen.cancelled_jobs.size() == 1; }));
    on.running.direct([](scripted_desktop& desktop) { desktop.release(); });
}

} // namespace thimble::service::test
