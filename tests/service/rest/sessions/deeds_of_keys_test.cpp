// Sessions that a key has begun, and the end of that key.
#include "tests/service/rest/sessions/with_agent.hpp"
#include "tests/service/service_with_phone.hpp"

#include <algorithm>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// An agent, and keys with which sessions are begun on phones of their own.
struct with_keys : with_agent {
    json make_key(const std::string& by)
    {
        return client.ask("POST", "/v1/keys", {{"X-API-Key", by}}, R"({"name": "one"})").json();
    }

    /// The id of a session.
    std::string begin_with(const json& key, const std::string& udid)
    {
        const json order{{"phone_id", running.attach(phone(udid))}, {"instruction", "Wait"}};
        const auto begun =
            client.ask("POST", "/v1/sessions", {{"X-API-Key", key.at("key")}}, order.dump());
        REQUIRE(begun.status == 201);
        return begun.json().at("id");
    }

    /// As GET /v1/keys tells them.
    json sessions_of(const json& key)
    {
        const auto all = client.get("/v1/keys").json();
        const auto found = std::ranges::find_if(
            all, [&](const json& each) { return each.at("id") == key.at("id"); });
        REQUIRE(found != all.end());
        return found->at("sessions");
    }

    unsigned revoke(const json& key, const std::string& query)
    {
        return client
            .ask("DELETE", "/v1/keys/" + key.at("id").get<std::string>() + query,
                 {{"X-API-Key", api_key}})
            .status;
    }
};

} // namespace

TEST_CASE("a key's record names the sessions that it began", "[sessions]")
{
    with_keys on;
    const auto key = on.make_key(api_key);
    CHECK(on.sessions_of(key) == json::array());
    const auto id = on.begin_with(key, "udid-2");
    CHECK(on.sessions_of(key) == json::array({id}));
    CHECK(on.tell(id, "stop").status == 204);
    REQUIRE(on.becomes(id, "killed"));
    CHECK(on.sessions_of(key) == json::array());
}

TEST_CASE("the end of a key is that of its sessions where that is asked for", "[sessions]")
{
    with_keys on;
    const std::string ours = on.begin().at("id"); // with another key
    const auto ended = on.make_key(api_key);
    const auto child = on.make_key(ended.at("key"));
    const auto spared = on.make_key(api_key);
    const auto of_child = on.begin_with(child, "udid-2");
    const auto of_spared = on.begin_with(spared, "udid-3");
    CHECK(on.revoke(spared, "") == 204);
    CHECK(on.revoke(ended, "?with=sessions") == 204);
    CHECK(on.becomes(of_child, "killed"));
    CHECK(on.becomes(of_spared, "running"));
    CHECK(on.becomes(ours, "running"));
}

} // namespace thimble::service::test
