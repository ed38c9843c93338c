// Commands to the phone as a whole, where the phone or its person stands in the way.
#include "tests/e2e/recorded_phone.hpp"

namespace thimble::e2e {

using nlohmann::json;

TEST_CASE("what follows a lock or an unlock at once finds the phone so", "[e2e][linked]")
{
    const driven_phone on;
    const json corner{{"x", 100}, {"y", 300}};
    for (int round = 0; round < 5; ++round) {
        INFO(round);
        CHECK(on.act("lock").at("receipt").at("verified") == true);
        const auto start = on.now();
        CHECK(on.refused("tap", corner) == "PHONE_NOT_READY");
        CHECK(on.touches_since(start).empty());
        CHECK(on.act("unlock").at("receipt").at("verified") == true);
        on.act("tap", corner);
    }
}

TEST_CASE("a passcode is written nowhere", "[e2e]")
{
    const std::string passcode = "27182818";
    const recorded_phone recorded("iPhone 15 Pro,ios=18.5,passcode=" + passcode);
    const auto& on = recorded.on;
    on.act("lock");
    const auto answer = on.attempt("unlock", {{"passcode", passcode}});
    CHECK(answer.status == 200);
    CHECK(answer.body.find(passcode) == std::string::npos);
    const auto job = answer.json().at("id").get<std::string>();
    CHECK(on.daemon().api().get("/v1/jobs/" + job).body.find(passcode) == std::string::npos);
    const auto written = recorded.written();
    CHECK(written.find("/actions") != std::string::npos); // it was recorded
    CHECK(written.find(passcode) == std::string::npos);
    // Nor key by key: the swipe is the one touch whose places stand there.
    std::size_t places = 0;
    for (auto at = written.find("pointerDown"); at != std::string::npos;
         at = written.find("pointerDown", at + 1))
        ++places;
    CHECK(places <= 1);
    CHECK(written.find("\"usage\"") == std::string::npos);
}

TEST_CASE("a home screen that does not turn is told of, with the alert before it", "[e2e]")
{
    const driven_phone on;
    const json sideways{{"orientation", "landscape_left"}};
    CHECK(on.refused("rotate", sideways) == "ACTION_FAILED app_refuses");
    on.phone().make("alert", {{"title", "Hello"}, {"text", "World"}, {"buttons", {"OK"}}});
    CHECK(on.refused("rotate", sideways) == "ACTION_FAILED alert_in_front");
    CHECK(on.fact("orientation") == "portrait");
}

} // namespace thimble::e2e
