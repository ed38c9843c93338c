// Sessions that ask for any phone that fits, and leases beside sessions.
#include "tests/e2e/eventually.hpp"
#include "tests/service/rest/sessions/with_agent.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr auto tapping_model = R"({"conversations": [{"repeat_last": true, "turns": [
    {"text": "I see it.", "tool_uses": [{"name": "tap", "arguments": {"x": 100, "y": 200}}]},
    {"text": "That was it.", "tool_uses": [{"name": "done", "arguments":
        {"success": true, "summary": "It was tapped."}}]},
    {"text": "YES: the screen shows it."}]}]})";

reply begin_on(with_agent& on, const json& more, const std::string& key = api_key)
{
    json body{{"instruction", "Wait"}};
    body.update(more);
    return on.client.ask("POST", "/v1/sessions", {{"X-API-Key", key}}, body.dump());
}

std::string key_of_another(with_agent& on)
{
    return on.client.post("/v1/keys", R"({"name":"another"})").json().at("key");
}

} // namespace

TEST_CASE("sessions get phones that no other session has", "[sessions]")
{
    with_agent on;
    const auto other = on.running.attach(phone("udid-2"));
    const auto one = begin_on(on, {{"phone", "any"}});
    const auto two = begin_on(on, {{"phone", "any"}});
    REQUIRE(one.status == 201);
    REQUIRE(two.status == 201);
    CHECK(one.json().at("phone_id") == one.field("x-phone-id"));
    CHECK(one.json().at("phone_id") != two.json().at("phone_id"));
    const auto late = begin_on(on, {{"phone", "any"}, {"wait_s", 0}});
    CHECK(late.status == 503);
    CHECK(late.error() == "NO_PHONE_FREE");
    CHECK(begin_on(on, {{"phone", "ios=1"}}).error() == "NO_PHONE_FITS");
    const auto both = begin_on(on, {{"phone", "any"}, {"phone_id", other}});
    CHECK(both.status == 422);
    CHECK(both.json().at("context").at("field") == "phone");
}

TEST_CASE("a session waits until another has ended", "[sessions]")
{
    with_agent on;
    const auto first = on.begin();
    http_client waits(on.running.port());
    const std::string body = R"({"instruction":"Wait","phone":"any","wait_s":300})";
    waits.send(
        "POST /v1/sessions HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + std::string(api_key) +
        "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        return on.client.get("/v1/waiting").json().at("waiting").size() == 1;
    }));
    CHECK(on.tell(first.at("id"), "stop").status == 204);
    const auto begun = waits.receive();
    CHECK(begun.status == 201);
    CHECK(begun.json().at("phone_id") == on.phone_id);
}

TEST_CASE("nobody gets an agent onto a phone that another has leased", "[sessions]")
{
    with_agent on;
    const auto another = key_of_another(on);
    REQUIRE(on.client.ask("POST", "/v1/lease", {{"X-API-Key", another}}, "{}").status == 200);
    CHECK(begin_on(on, json::object()).error() == "PHONE_LEASED");
    CHECK(begin_on(on, json::object(), another).status == 201);
}

TEST_CASE("nobody leases a phone from under another's agent", "[sessions]")
{
    with_agent on;
    const auto another = key_of_another(on);
    const auto begun = begin_on(on, json::object());
    REQUIRE(begun.status == 201);
    const auto refused = on.client.ask("POST", "/v1/lease", {{"X-API-Key", another}}, "{}");
    CHECK(refused.status == 409);
    CHECK(refused.error() == "TASK_ALREADY_RUNNING");
    CHECK(refused.json().at("context").at("session_id") == begun.json().at("id"));
    CHECK(on.client.post("/v1/lease", "{}").status == 200);
}

TEST_CASE("the agent of a holder is stopped by others, and hears only the holder", "[sessions]")
{
    with_agent on;
    const auto another = key_of_another(on);
    const auto ask = [&](const std::string& key, const std::string& path, const std::string& body) {
        return on.client.ask("POST", path, {{"X-API-Key", key}}, body);
    };
    REQUIRE(ask(another, "/v1/lease", "{}").status == 200);
    const auto begun = begin_on(on, json::object(), another);
    REQUIRE(begun.status == 201);
    const std::string message = R"({"message":"Go on"})";
    const auto messages = session_path(begun.json(), "/messages");
    CHECK(ask(api_key, messages, message).error() == "PHONE_LEASED");
    CHECK(ask(another, messages, message).status == 204);
    CHECK(ask(api_key, session_path(begun.json(), "/pause"), "").status == 204);
    CHECK(ask(api_key, session_path(begun.json(), "/resume"), "").error() == "PHONE_LEASED");
    CHECK(ask(api_key, session_path(begun.json(), "/stop"), "").status == 204);
}

TEST_CASE("what an agent does is in the log, by its session", "[sessions]")
{
    with_agent on(tapping_model);
    const std::string id = on.begin().at("id");
    REQUIRE(on.becomes(id, "completed"));
    const auto entries = on.client.get("/v1/audit").json().at("entries");
    REQUIRE(entries.size() == 2);
    CHECK(entries.at(0).at("action") == "tap");
    CHECK(entries.at(0).at("actor") == json{{"kind", "session"}, {"id", id}, {"name", nullptr}});
    CHECK(entries.at(0).at("phone_id") == on.phone_id);
    CHECK(entries.at(0).at("outcome") == "done");
    CHECK(entries.at(0).at("status").is_null());
    CHECK(entries.at(1).at("action") == "POST /v1/sessions");
}

TEST_CASE("the log names who began a session", "[sessions]")
{
    with_agent on;
    const auto begun = begin_on(on, json::object());
    REQUIRE(begun.status == 201);
    const auto entry = on.client.get("/v1/audit").json().at("entries").at(0);
    CHECK(entry.at("action") == "POST /v1/sessions");
    CHECK(entry.at("target") == begun.json().at("id"));
    CHECK(entry.at("phone_id") == on.phone_id);
}

} // namespace thimble::service::test
