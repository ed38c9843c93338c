// Requests that wait for a phone: their turns, their places, and callers who go away.
#include "tests/service/leases/shared_phones.hpp"

#include <map>
#include <string_view>
#include <vector>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Both phones are in use.
struct busy_phones : shared_phones {
    explicit busy_phones(limits granted = {}) : shared_phones(granted)
    {
        running.direct([](auto& desktop) {
            desktop.hold("udid-1");
            desktop.hold("udid-2");
        });
        for (const auto& id : {first, second})
            REQUIRE(ask(api_key, "POST", "/v1/phones/" + id + "/home?async=true").status == 200);
    }

    void release()
    {
        running.direct([](auto& desktop) { desktop.release(); });
    }

    std::vector<std::string> names_in_queue()
    {
        std::vector<std::string> out;
        for (const auto& each : waiting())
            out.push_back(each.at("request_id"));
        return out;
    }
};

} // namespace

TEST_CASE("a request waits until a phone is free", "[service]")
{
    busy_phones on;
    const auto waits = on.begin_tap(on.ci, "?phone=any&wait_s=300", "one");
    const auto place = on.waiting().at(0);
    CHECK(place.at("position") == 1);
    CHECK(place.at("phone") == "any");
    CHECK(place.at("actor").at("name") == "ci");
    CHECK(on.running.seen().received.size() == 2);
    on.release();
    const auto answer = waits->receive();
    CHECK(answer.status == 200);
    CHECK(answer.json().at("status") == "completed");
    CHECK(answer.field("x-phone-id").size() == 36);
    CHECK(on.waiting().empty());
    CHECK(on.running.seen().received.size() == 3);
}

TEST_CASE("a request gives up when its time is over", "[service]")
{
    busy_phones on;
    const auto late = on.tap(on.ci, "?phone=any&wait_s=1");
    CHECK(late.status == 503);
    CHECK(late.error() == "NO_PHONE_FREE");
    CHECK(on.waiting().empty());
    on.release();
    REQUIRE(on.running.until([](const auto& seen) { return seen.started_jobs.size() == 2; }));
    CHECK(on.running.seen().received.size() == 2);
}

TEST_CASE("a client that goes away leaves the queue, and nothing is sent for it", "[service]")
{
    busy_phones on;
    auto gone = on.begin_tap(on.ci, "?phone=any&wait_s=300", "gone");
    const auto stays = on.begin_tap(on.lab, "?phone=any&wait_s=300", "stays");
    gone->close();
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return !on.is_waiting("gone"); }));
    CHECK(on.waiting().at(0).at("position") == 1);
    on.release();
    CHECK(stays->receive().status == 200);
    CHECK(on.running.seen().received.size() == 3);
}

TEST_CASE("credentials come in turn, whoever asks more often", "[service]")
{
    busy_phones on;
    std::vector<std::unique_ptr<http_client>> callers;
    for (const auto* name : {"ci-1", "ci-2", "ci-3"})
        callers.push_back(on.begin_tap(on.ci, "?phone=any&wait_s=300", name));
    callers.push_back(on.begin_tap(on.lab, "?phone=any&wait_s=300", "lab-1"));
    CHECK(on.names_in_queue() == std::vector<std::string>{"ci-1", "lab-1", "ci-2", "ci-3"});
    on.release();
    for (const auto& each : callers)
        CHECK(each->receive().status == 200);
}

TEST_CASE("who was served last comes last among those that wait", "[service]")
{
    busy_phones on;
    REQUIRE(on.label(on.first, {"one"}).status == 200);
    std::map<std::string, std::unique_ptr<http_client>> callers;
    for (const auto* name : {"ci-1", "ci-2", "ci-3", "lab-1", "lab-2"}) {
        const auto& key = std::string_view(name).starts_with("ci") ? on.ci : on.lab;
        callers[name] = on.begin_tap(key, "?phone=labels=one&wait_s=300", name);
    }
    on.release();
    std::map<std::string, std::string> names; // by the ids of their jobs, which are ordered by time
    for (const auto& [name, each] : callers)
        names.emplace(each->receive().json().at("id").get<std::string>(), name);
    std::vector<std::string> in_turn;
    for (const auto& [id, name] : names)
        in_turn.push_back(name);
    CHECK(in_turn == std::vector<std::string>{"ci-1", "lab-1", "ci-2", "lab-2", "ci-3"});
}

TEST_CASE("requests that gave up take no turns", "[service]")
{
    busy_phones on;
    const auto first = on.begin_tap(on.lab, "?phone=any&wait_s=300", "lab-1");
    for (int each = 0; each < 3; ++each)
        CHECK(on.tap(on.ci, "?phone=any&wait_s=0").error() == "NO_PHONE_FREE");
    const auto second = on.begin_tap(on.ci, "?phone=any&wait_s=300", "ci-1");
    const auto third = on.begin_tap(on.lab, "?phone=any&wait_s=300", "lab-2");
    CHECK(on.names_in_queue() == std::vector<std::string>{"lab-1", "ci-1", "lab-2"});
    on.release();
    for (const auto* each : {&first, &second, &third})
        CHECK((*each)->receive().status == 200);
}

TEST_CASE("who wants another phone is served before it", "[service]")
{
    busy_phones on;
    REQUIRE(on.label(on.first, {"one"}).status == 200);
    REQUIRE(on.label(on.second, {"two"}).status == 200);
    REQUIRE(on.lease(api_key, on.first).status == 200);
    const auto blocked = on.begin_tap(on.ci, "?phone=labels=one&wait_s=300", "blocked");
    const auto served = on.begin_tap(on.lab, "?phone=labels=two&wait_s=300", "served");
    on.release();
    CHECK(served->receive().field("x-phone-id") == on.second);
    CHECK(on.is_waiting("blocked"));
    CHECK(on.waiting().at(0).at("estimate_s").get<int>() > 0);
    CHECK(on.ask(api_key, "DELETE", "/v1/phones/" + on.first + "/lease").status == 204);
    CHECK(blocked->receive().field("x-phone-id") == on.first);
}

TEST_CASE("a key that is revoked while its request waits gets no phone", "[service]")
{
    busy_phones on;
    const auto waits = on.begin_tap(on.ci, "?phone=any&wait_s=300", "one");
    const std::string key_id = on.waiting().at(0).at("actor").at("id");
    CHECK(on.ask(api_key, "DELETE", "/v1/keys/" + key_id).status == 204);
    const auto refused = waits->receive(); // at once: no phone is free
    CHECK(refused.status == 401);
    CHECK(refused.error() == "INVALID_API_KEY");
    CHECK(on.waiting().empty());
    on.release();
    REQUIRE(on.running.until([](const auto& seen) { return seen.started_jobs.size() == 2; }));
    CHECK(on.running.seen().received.size() == 2);
}

TEST_CASE("a repeat of a request that waits has its answer, and its place once it has gone",
          "[service]")
{
    constexpr auto once = "Idempotency-Key: one\r\n";
    busy_phones on;
    auto first = on.begin_tap(on.ci, "?phone=any&wait_s=300", "first", once);
    const auto second = on.send_tap(on.ci, "?phone=any&wait_s=300", "second", once);
    first->close();
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] { return on.is_waiting("second"); }));
    CHECK_FALSE(on.is_waiting("first"));
    const auto third = on.send_tap(on.ci, "?phone=any&wait_s=300", "third", once);
    on.release();
    const auto answer = second->receive();
    CHECK(answer.status == 200);
    const auto again = third->receive();
    CHECK(again.json() == answer.json());
    CHECK(again.field("x-phone-id") == answer.field("x-phone-id"));
    CHECK(on.running.seen().received.size() == 3);
}

TEST_CASE("too many that wait are too many", "[service]")
{
    limits few;
    few.waiting.waiting = 1;
    busy_phones on(few);
    const auto waits = on.begin_tap(on.ci, "?phone=any&wait_s=300", "one");
    const auto refused = on.tap(on.lab, "?phone=any&wait_s=300");
    CHECK(refused.status == 503);
    CHECK(refused.error() == "QUEUE_FULL");
    on.release();
    CHECK(waits->receive().status == 200);
}

TEST_CASE("a phone that gets ready is given to who waits for it", "[service]")
{
    running_service running;
    auto state = phone("udid-1");
    state.attached = false;
    running.attach(state);
    http_client caller(running.port());
    http_client other(running.port());
    caller.send("POST /v1/home?phone=any&wait_s=300 HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " +
                std::string(api_key) + "\r\nContent-Length: 0\r\n\r\n");
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        return other.get("/v1/waiting").json().at("waiting").size() == 1;
    }));
    state.attached = true;
    running.attach(state);
    CHECK(caller.receive().status == 200);
}

} // namespace thimble::service::test
