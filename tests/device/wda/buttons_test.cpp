// Buttons as requests.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <vector>

namespace thimble::tests {
namespace {

using device::button;
using nlohmann::json;

const std::string press_target = "/session/" + session_id + "/wda/pressButton";
const std::string button_event = "/session/" + session_id + "/wda/performIoHidEvent";
const std::string siri_target = "/session/" + session_id + "/wda/siri/activate";

struct fixture : driver_fixture {
    fixture()
    {
        for (const auto& each : {press_target, button_event, siri_target})
            runner.on("POST " + each, value("null", session_id));
    }

    device::result<void> press(button which)
    {
        return run_until_done(context, driver.buttons().press(which));
    }

    json last_body() const { return json::parse(runner.log().back().body); }
};

} // namespace

TEST_CASE("home needs no session and asks for none", "[device]")
{
    fixture phone;
    REQUIRE(phone.press(button::home));
    CHECK(phone.runner.lines() == std::vector<std::string>{"POST /wda/homescreen"});
}

TEST_CASE("volume and action are pressed by their names", "[device]")
{
    fixture phone;
    REQUIRE(phone.press(button::volume_up));
    CHECK(phone.last_body() == json{{"name", "volumeup"}});
    REQUIRE(phone.press(button::volume_down));
    CHECK(phone.last_body() == json{{"name", "volumedown"}});
    REQUIRE(phone.press(button::action));
    CHECK(phone.last_body() == json{{"name", "action"}});
    CHECK(phone.runner.count("POST " + press_target) == 3);
}

TEST_CASE("a button that the hardware lacks is unsupported", "[device]")
{
    fixture phone;
    phone.runner.on("POST " + press_target,
                    error(500, "unknown error",
                          "The button 'action' is not supported. The device under test only "
                          "supports the following buttons: (home)"));
    const auto refused = phone.press(button::action);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().what == device::problem::unsupported);
    CHECK(refused.error().cause == "button_missing");
    CHECK(refused.error().phone == device::reached::nothing);
}

TEST_CASE("Siri is called without words", "[device]")
{
    fixture phone;
    REQUIRE(phone.press(button::siri));
    CHECK(phone.runner.count("POST " + siri_target) == 1);
    CHECK(phone.last_body() == json{{"text", ""}});
}

TEST_CASE("nothing stands between the presses of a double press", "[device]")
{
    fixture phone;
    REQUIRE(run_until_done(phone.context, phone.driver.buttons().press_twice(button::home_button)));
    const auto lines = phone.runner.lines();
    REQUIRE(lines.size() >= 2);
    CHECK(lines[lines.size() - 1] == "POST " + button_event);
    CHECK(lines[lines.size() - 2] == "POST " + button_event);
    CHECK(phone.last_body().at("page") == 12);
    CHECK(phone.last_body().at("usage") == 0x40);
}

TEST_CASE("what follows a press of the home button is no second half of a double press", "[device]")
{
    constexpr std::chrono::milliseconds longest_double_press{400}; // of a phone
    fixture phone;
    std::vector<std::chrono::steady_clock::time_point> presses; // as the phone has felt them
    phone.runner.when_asked("POST " + button_event,
                            [&] { presses.push_back(std::chrono::steady_clock::now()); });
    REQUIRE(phone.press(button::home_button));
    REQUIRE(run_until_done(phone.context, phone.driver.buttons().press_twice(button::home_button)));
    REQUIRE(presses.size() == 3);
    CHECK(presses[1] - presses[0] > longest_double_press);
}

TEST_CASE("a double press that fails half way has reached the phone perhaps", "[device]")
{
    fixture phone;
    phone.runner.when_asked("POST " + button_event, [&] {
        if (phone.runner.count("POST " + button_event) == 2)
            phone.runner.on("POST " + button_event, error(400, "invalid argument"));
    });
    const auto pressed =
        run_until_done(phone.context, phone.driver.buttons().press_twice(button::home_button));
    REQUIRE_FALSE(pressed);
    CHECK(pressed.error().phone == device::reached::perhaps);
}

} // namespace thimble::tests
