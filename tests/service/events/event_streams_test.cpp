// GET /v1/events: phones and jobs as they happen, as a stream, a WebSocket and a page.
#include "tests/catch2.hpp"
#include "tests/service/live_view/websocket_client.hpp"
#include "tests/service/rest/sessions/event_client.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

struct with_events : with_phone {
    /// Those that are kept.
    json page(const std::string& since = "")
    {
        const auto answer = client.get("/v1/events" + (since.empty() ? "" : "?since=" + since));
        INFO(answer.body);
        REQUIRE(answer.status == 200);
        return answer.json();
    }

    std::string last_id() { return page().at("last_id"); }

    /// The phone is another than it was.
    void lock_phone()
    {
        auto locked = phone("udid-1");
        locked.blockers = {{.code = "LOCKED",
                            .message = "The phone is locked.",
                            .remedy = "Unlock it.",
                            .since = {}}};
        running.attach(locked);
    }

    void alert_phone()
    {
        auto alerted = phone("udid-1");
        alerted.alert = link::alert{.text = "Low Battery", .buttons = {"Close"}};
        running.attach(alerted);
    }
};

} // namespace

TEST_CASE("what happens to a phone is told once, and by what it is", "[events]")
{
    with_events on;
    const auto begin = on.last_id();
    on.lock_phone();
    on.lock_phone(); // nothing new
    on.alert_phone();
    const auto told = on.page(begin);
    CHECK(told.at("missed") == false);
    std::vector<std::string> types;
    for (const auto& each : told.at("events")) {
        types.push_back(each.at("type"));
        CHECK(each.at("data").at("phone_id") == on.id);
    }
    CHECK(types == std::vector<std::string>{"readiness", "readiness", "alert"});
    CHECK(told.at("events").at(0).at("data").at("readiness").at("blockers").at(0).at("code") ==
          "LOCKED");
    CHECK(told.at("events").at(2).at("data").at("alert").at("text") == "Low Battery");
}

TEST_CASE("the end of a job is told, and nothing of what it typed", "[events]")
{
    with_events on;
    auto able = phone("udid-1");
    able.capabilities.emplace_back("type");
    able.capabilities.emplace_back("elements");
    on.running.attach(able);
    const auto begin = on.last_id();
    const auto job = on.client.post(on.path("type"), R"({"text":"a secret"})").json();
    on.client.get(on.path("elements")); // no job that can be asked about
    const auto told = on.page(begin);
    INFO(told.dump());
    REQUIRE(told.at("events").size() == 1);
    const auto& ended = told.at("events").at(0);
    CHECK(ended.at("type") == "job");
    CHECK(ended.at("data") == json{{"job_id", job.at("id")},
                                   {"phone_id", on.id},
                                   {"action", "type"},
                                   {"status", "completed"},
                                   {"error", nullptr}});
    CHECK_FALSE(told.dump().contains("secret"));
}

TEST_CASE("events stream as they happen, and go on after the last one", "[events]")
{
    with_events on;
    std::string last;
    {
        event_client live(on.running.port(), "/v1/events");
        CHECK(live.head().status == 200);
        CHECK(live.head().field("content-type") == "text/event-stream");
        on.lock_phone();
        const auto told = live.next();
        REQUIRE(told);
        CHECK(told->event == "readiness");
        CHECK(told->data.at("id") == told->id);
        CHECK(told->data.at("data").at("phone_id") == on.id);
        last = told->id;
        live.close();
    }
    on.alert_phone(); // while nobody listens
    event_client again(on.running.port(), "/v1/events", {{"Last-Event-ID", last}});
    const auto missed = again.next();
    REQUIRE(missed);
    CHECK(missed->event == "readiness");
    REQUIRE(again.next()->event == "alert");
}

TEST_CASE("who cannot go on hears that something was missed", "[events]")
{
    with_events on;
    event_client live(on.running.port(), "/v1/events?since=ffffffff-7");
    const auto first = live.next();
    REQUIRE(first);
    CHECK(first->event == "missed");
    on.lock_phone();
    CHECK(live.next()->event == "readiness");
    CHECK(on.page("ffffffff-7").at("missed") == true);
}

TEST_CASE("events come over a WebSocket as well", "[events]")
{
    with_events on;
    const auto begin = on.last_id();
    on.lock_phone();
    websocket_client live(on.running.port(), "/v1/events?since=" + begin, {{"X-API-Key", api_key}});
    REQUIRE(live.status() == 101);
    const auto first = live.next();
    REQUIRE(first);
    CHECK_FALSE(first->binary);
    CHECK(json::parse(first->bytes).at("type") == "readiness");
    on.alert_phone();
    CHECK(json::parse(live.next()->bytes).at("type") == "readiness");
    CHECK(json::parse(live.next()->bytes).at("type") == "alert");
}

TEST_CASE("streams of events need a key, and end with the service", "[events]")
{
    with_events on;
    CHECK(on.client.ask("GET", "/v1/events", {}).error() == "AUTH_REQUIRED");
    event_client live(on.running.port(), "/v1/events");
    REQUIRE(live.head().status == 200);
    on.running.begin_to_stop();
    CHECK(live.ends());
    on.running.wait_for_end();
}

TEST_CASE("one account has so many streams of events at a time", "[events]")
{
    limits few;
    few.followers.followers_of_session = 2;
    with_phone on(few);
    event_client first(on.running.port(), "/v1/events");
    event_client second(on.running.port(), "/v1/events");
    REQUIRE(second.head().status == 200);
    const auto refused = on.client.get("/v1/events", {{"Accept", "text/event-stream"}});
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(on.client.get("/v1/events").status == 200);
}

} // namespace thimble::service::test
