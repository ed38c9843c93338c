// A touch reaches the phone once or not at all, under a living session, on the interface it is for.
#include "tests/device/wda/driver_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace thimble::tests {
namespace {

using device::problem;
using device::reached;

const std::string post_actions = "POST " + actions_target;

/// Plays a tap on the fixture's phone and says how that went.
device::result<void> tap(driver_fixture& phone, screen::interface made_for = upright)
{
    return run_until_done(phone.context, phone.driver.touches().play(tap_at(100, 200), made_for));
}

/// Announces a tap and waits until the phone has been looked at.
void announce_tap(driver_fixture& phone)
{
    const auto look = [](device::touch_player& touches) -> boost::asio::awaitable<bool> {
        co_await touches.look_ahead();
        co_return true;
    };
    run_until_done(phone.context, look(phone.driver.touches()));
}

} // namespace

TEST_CASE("a tap joins the session that is there", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    CHECK(phone.runner.lines() ==
          std::vector<std::string>{
              "GET /window/size", "GET /window/size", "GET /wda/screen", "GET /rotation",
              "POST /session/" + session_id + "/appium/settings", post_actions});
    CHECK(phone.runner.connections() == 1);
}

TEST_CASE("a second tap asks for the size alone", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    const auto before = phone.runner.log().size();
    REQUIRE(tap(phone));
    CHECK(phone.runner.log().size() == before + 2);
    CHECK(phone.runner.count(post_actions) == 2);
}

TEST_CASE("a session is made where there is none", "[device]")
{
    driver_fixture phone;
    phone.answer_all("");
    phone.runner.on("POST " + actions_target, value("null", session_id));
    REQUIRE(tap(phone));
    CHECK(phone.runner.count("POST /session") == 1);
    CHECK(phone.runner.log()[4].body.find("bundleId") == std::string::npos);
}

TEST_CASE("a replaced session is joined before the touch", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    const std::string other = "99999999-2222-3333-4444-555555555555";
    phone.runner.on("GET /window/size", value(R"({"width" : 393, "height" : 852})", other));
    phone.runner.on("POST /session/" + other + "/appium/settings", value("{}", other));
    phone.runner.on("POST /session/" + other + "/actions", value("null", other));
    REQUIRE(tap(phone));
    CHECK(phone.runner.count("POST /session") == 0);
    CHECK(phone.runner.count("POST /session/" + other + "/actions") == 1);
    CHECK(phone.runner.count(post_actions) == 1);
}

TEST_CASE("a touch that no session took is sent under the living one", "[device]")
{
    driver_fixture phone;
    const std::string other = "99999999-2222-3333-4444-555555555555";
    phone.runner.when_asked(post_actions, [&] {
        phone.answer_all(other);
        phone.runner.on(post_actions, error(404, "invalid session id", "Session does not exist"));
    });
    phone.runner.on("POST /session/" + other + "/appium/settings", value("{}", other));
    phone.runner.on("POST /session/" + other + "/actions", value("null", other));
    REQUIRE(tap(phone));
    CHECK(phone.runner.count("POST /session") == 0);
    CHECK(phone.runner.count("POST /session/" + other + "/actions") == 1);
    CHECK(phone.runner.count(post_actions) == 1);
}

TEST_CASE("a touch that sessions refuse twice has reached nothing", "[device]")
{
    driver_fixture phone;
    phone.runner.on(post_actions, error(404, "invalid session id", "Session does not exist"));
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().phone == reached::nothing);
    CHECK(phone.runner.count(post_actions) == 2);
}

TEST_CASE("a touch that no session took is not sent to a turned interface", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    phone.runner.on(post_actions, error(404, "invalid session id", "Session does not exist"));
    phone.runner.when_asked(post_actions, [&] {
        phone.runner.on("GET /window/size",
                        value(R"({"width" : 852, "height" : 393})", session_id));
        phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    });
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::stale_frame);
    CHECK(phone.runner.count(post_actions) == 2);
}

TEST_CASE("a touch whose session was ended under it is not repeated", "[device]")
{
    driver_fixture phone;
    phone.runner.on(post_actions,
                    error(404, "invalid session id",
                          "Session A was deleted while this request was still pending"));
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::refused);
    CHECK(outcome.error().phone == reached::perhaps);
    CHECK(phone.runner.count(post_actions) == 1);
}

TEST_CASE("a touch whose connection breaks is not repeated", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    phone.runner.on(post_actions, {.status = 0, .body = {}, .how = answered::manner::hang_up});
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().phone == reached::perhaps);
    CHECK(phone.runner.count(post_actions) == 2);
    CHECK(phone.suspicions > 0);
}

TEST_CASE("a phone that was unplugged during a touch is detached", "[device]")
{
    driver_fixture phone;
    phone.unplugged = true;
    phone.runner.on(post_actions, {.status = 0, .body = {}, .how = answered::manner::hang_up});
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::detached);
    CHECK(outcome.error().phone == reached::perhaps);
}

TEST_CASE("a connection that was dropped while idle costs no touch", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    phone.runner.drop_connections();
    REQUIRE(tap(phone));
    CHECK(phone.runner.count(post_actions) == 2);
    CHECK(phone.runner.connections() == 2);
}

TEST_CASE("a runner that is not there is not_ready and nothing was sent", "[device]")
{
    driver_fixture phone;
    phone.runner.listen(false);
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::not_ready);
    CHECK(outcome.error().cause == "runner_not_running");
    CHECK(outcome.error().phone == reached::nothing);
}

TEST_CASE("a tap that was announced finds the phone looked at", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    const auto before = phone.runner.log().size();
    announce_tap(phone);
    CHECK(phone.runner.log().size() == before + 1);
    REQUIRE(tap(phone));
    CHECK(phone.runner.log().size() == before + 2);
    CHECK(phone.runner.log().back().target == actions_target);
}

TEST_CASE("a look serves one touch", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    announce_tap(phone);
    REQUIRE(tap(phone));
    const auto before = phone.runner.log().size();
    REQUIRE(tap(phone));
    CHECK(phone.runner.log().size() == before + 2);
}

TEST_CASE("a look from before another input is made again", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    announce_tap(phone);
    REQUIRE(run_until_done(phone.context, phone.driver.buttons().press(device::button::home)));
    const auto before = phone.runner.count("GET /window/size");
    REQUIRE(tap(phone));
    CHECK(phone.runner.count("GET /window/size") == before + 1);
}

TEST_CASE("an announced tap that finds the interface turned is not sent", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    announce_tap(phone);
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::stale_frame);
    CHECK(phone.runner.count(post_actions) == 1);
}

TEST_CASE("an announced tap waits for the look that is under way", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    const auto before = phone.runner.log().size();
    boost::asio::co_spawn(phone.context, phone.driver.touches().look_ahead(),
                          boost::asio::detached);
    REQUIRE(tap(phone));
    CHECK(phone.runner.log().size() == before + 2);
}

TEST_CASE("a look that failed is made again", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    phone.runner.on("GET /window/size", error(500, "unknown error"));
    announce_tap(phone);
    phone.answer_all(session_id);
    REQUIRE(tap(phone));
    CHECK(phone.runner.count(post_actions) == 2);
}

TEST_CASE("a path for another interface is stale and is not sent", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 270})", session_id));
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::stale_frame);
    CHECK(outcome.error().phone == reached::nothing);
    CHECK(phone.runner.count(post_actions) == 0);
    CHECK(phone.driver.interface()->turned == screen::orientation::landscape_left);
}

TEST_CASE("a stale touch is told of, also where a look has seen the turn before", "[device]")
{
    driver_fixture phone;
    REQUIRE(tap(phone));
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    run_until_done(phone.context, phone.driver.probe());
    const auto before = phone.suspicions;
    const auto outcome = tap(phone);
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().what == problem::stale_frame);
    CHECK(phone.suspicions > before);
}

TEST_CASE("a phone that was turned and turned back takes the touch", "[device]")
{
    driver_fixture phone;
    phone.runner.on("GET /window/size", value(R"({"width" : 852, "height" : 393})", session_id));
    phone.runner.on("GET /rotation", value(R"({"x" : 0, "y" : 0, "z" : 90})", session_id));
    CHECK_FALSE(tap(phone));
    phone.answer_all(session_id);
    CHECK(tap(phone));
}

TEST_CASE("a session id that would leave its path is not used", "[device]")
{
    driver_fixture phone;
    phone.answer_all("../../wda/shutdown");
    phone.runner.on("POST " + actions_target, value("null", session_id));
    REQUIRE(tap(phone));
    CHECK(phone.runner.count("POST /session") == 1);
    CHECK(phone.runner.count(post_actions) == 1);
}

TEST_CASE("home needs no session and is pressed once", "[device]")
{
    driver_fixture phone;
    CHECK(run_until_done(phone.context, phone.driver.buttons().press(device::button::home)));
    CHECK(phone.runner.lines() == std::vector<std::string>{"POST /wda/homescreen"});
}

} // namespace thimble::tests
