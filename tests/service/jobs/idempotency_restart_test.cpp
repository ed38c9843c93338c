// Requests with an Idempotency-Key that come again after the service has ended.
#include "tests/catch2.hpp"
#include "tests/service/lasting_state.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

const std::string address = R"({"url": "https://example.com/"})";

headers keyed(const std::string& key)
{
    return {{"Idempotency-Key", key}};
}

std::string request_of(const std::string& path, const std::string& key, const std::string& body)
{
    return "POST " + path + " HTTP/1.1\r\nHost: x\r\nX-API-Key: " + api_key +
           "\r\nIdempotency-Key: " + key + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
}

/// Sends requests on paths of a phone, "first", "second" and so on being their keys, and ends the
/// service before any of them is done. The commands that they became.
std::vector<link::command> cut_off(lasting_state& state, const std::vector<std::string>& tails)
{
    const auto running = state.start();
    auto able = phone("udid-1");
    able.capabilities.emplace_back("open-url");
    const auto id = running->attach(able);
    running->direct([](auto& desktop) {
        desktop.hold();
        desktop.obeys_cancel = false;
    });
    std::vector<std::unique_ptr<http_client>> clients;
    for (const auto& tail : tails) {
        clients.push_back(std::make_unique<http_client>(running->port()));
        clients.back()->send(
            request_of("/v1/phones/" + id + "/" + tail, tail, tail == "open-url" ? address : ""));
    }
    REQUIRE(running->until([&](const auto& seen) { return seen.received.size() == tails.size(); }));
    auto commands = running->seen().received;
    running->stop();
    return commands;
}

std::string path_of_phone(http_client& client)
{
    return "/v1/phones/" + client.get("/v1/phones").json().at(0).at("id").get<std::string>() + "/";
}

} // namespace

TEST_CASE("an answer that was cut off is made of the job when the request comes again",
          "[service][store]")
{
    lasting_state state;
    const auto past = cut_off(state, {"select", "open-url"});
    const auto running = state.start([&](auto& desktop) {
        for (const auto& each : past)
            desktop.past[each.job_id] = success(each);
    });
    http_client client(running->port());
    const auto path = path_of_phone(client);
    const auto chosen = client.post(path + "select", "", keyed("select"));
    CHECK(chosen.status == 200);
    const auto record = chosen.json();
    CHECK(record.at("status") == "completed");
    CHECK(record.at("phone_id") == chosen.field("x-phone-id"));
    CHECK(record.at("name") == "Ada's iPhone");
    CHECK(record.at("width") == 620);
    const auto opened = client.post(path + "open-url", address, keyed("open-url"));
    CHECK(opened.json().at("action_id") == opened.json().at("id"));
    CHECK(client.post(path + "open-url", address, keyed("open-url")).body == opened.body);
    CHECK(client.post(path + "open-url", "{}", keyed("open-url")).error() == "INVALID_ARGUMENT");
    CHECK(running->seen().received.empty());
}

TEST_CASE("a request whose job is lost is told so however often it comes", "[service][store]")
{
    lasting_state state;
    cut_off(state, {"home"});
    const auto running = state.start();
    http_client client(running->port());
    const auto path = path_of_phone(client);
    const auto lost = client.post(path + "home", "", keyed("home"));
    CHECK(lost.status == 500);
    CHECK(lost.error() == "JOB_LOST");
    CHECK(lost.json().at("context").at("outcome") == "unknown");
    CHECK(client.post(path + "home", "", keyed("home")).body == lost.body);
    CHECK(running->seen().received.empty());
}

TEST_CASE("a job that was cut off is not told to a key for another phone", "[service][store]")
{
    lasting_state state;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        running->direct([](auto& desktop) {
            desktop.hold();
            desktop.obeys_cancel = false;
        });
        http_client client(running->port());
        client.send(request_of("/v1/home", "home", ""));
        REQUIRE(running->until([](const auto& seen) { return seen.received.size() == 1; }));
        running->stop();
    }
    const auto running = state.start();
    const auto other = running->attach(phone("udid-2", "Grace's iPhone"));
    http_client client(running->port());
    const auto made = client.post("/v1/keys", json{{"name", "other"}, {"phones", {other}}}.dump());
    REQUIRE(made.status == 201);
    auto fields = keyed("home");
    fields["X-API-Key"] = made.json().at("key");
    const auto refused = client.ask("POST", "/v1/home", fields);
    CHECK(refused.status == 403);
    CHECK(refused.error() == "FORBIDDEN");
    CHECK(refused.field("x-phone-id").empty());
    CHECK(client.post("/v1/home", "", keyed("home")).error() == "JOB_LOST");
    CHECK(running->seen().received.empty());
}

TEST_CASE("an async request is answered after a restart as it was before", "[service][store]")
{
    lasting_state state;
    reply first;
    {
        const auto running = state.start();
        running->attach(phone("udid-1"));
        first = http_client(running->port()).post("/v1/home?async=true", "", keyed("home"));
    }
    const auto running = state.start();
    const auto again = http_client(running->port()).post("/v1/home?async=true", "", keyed("home"));
    CHECK(again.body == first.body);
    CHECK(again.field("x-phone-id") == first.field("x-phone-id"));
    CHECK(running->seen().received.empty());
}

} // namespace thimble::service::test
