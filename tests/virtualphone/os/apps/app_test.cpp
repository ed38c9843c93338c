#include "tests/virtualphone/os/handset.hpp"

#include <limits>

using thimble::tests::handset;

namespace {

std::string calculated(std::initializer_list<const char*> keys)
{
    handset phone;
    phone.os.launch("com.apple.calculator", phone.now);
    for (const auto* each : keys)
        phone.choose("Button", each);
    return phone.state_of("com.apple.calculator").at("display").get<std::string>();
}

} // namespace

TEST_CASE("Calculator calculates", "[virtualphone]")
{
    CHECK(calculated({"1", "2", "×", "3", ".", "5", "="}) == "42");
    CHECK(calculated({"7", "+", "8", "−", "5", "="}) == "10");
    CHECK(calculated({"1", "÷", "8", "="}) == "0.125");
    CHECK(calculated({"9", "±", "%"}) == "-0.09");
    CHECK(calculated({"9", "9", "AC", "4"}) == "4");
    CHECK(calculated({".", "5", ".", "5"}) == "0.55");
}

TEST_CASE("Calculator says so when there is no answer, and goes on", "[virtualphone]")
{
    CHECK(calculated({"1", "÷", "0", "="}) == "Error");
    CHECK(calculated({"1", "÷", "0", "=", "7"}) == "7");
}

TEST_CASE("Reminders remembers what is done", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.reminders", phone.now);
    phone.choose("Switch", "Buy thread");
    CHECK(phone.state_of("com.apple.reminders").at("done") ==
          nlohmann::json::array({"Buy thread"}));
    phone.choose("Switch", "Buy thread");
    CHECK(phone.state_of("com.apple.reminders").at("done").empty());
}

TEST_CASE("Weather turns its pages sideways", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.weather", phone.now);
    CHECK(phone.find("StaticText", "Cupertino"));
    phone.stroke({.x = 300, .y = 400}, {.x = 100, .y = 400}, 120);
    phone.wait(1000);
    CHECK(phone.find("StaticText", "Leipzig"));
    CHECK_FALSE(phone.find("StaticText", "Cupertino"));
}

TEST_CASE("Flashlight lights up at a tap", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.thimble.flashlight", phone.now);
    phone.tap(phone.middle());
    CHECK(phone.state_of("com.thimble.flashlight").at("on") == true);
}

TEST_CASE("Contacts chooses a name", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.MobileAddressBook", phone.now);
    phone.choose("Cell", "Carla Hook");
    CHECK(phone.state_of("com.apple.MobileAddressBook").at("chosen") == "Carla Hook");
}

TEST_CASE("places that are no numbers are no touches", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.Preferences", phone.now);
    const double nowhere = std::numeric_limits<double>::quiet_NaN();
    phone.down({.x = 200, .y = 400});
    phone.move({.x = nowhere, .y = 300});
    phone.up({.x = 200, .y = std::numeric_limits<double>::infinity()});
    phone.up({.x = 200, .y = 400});
    CHECK(phone.events("touch").size() == 2);
}

TEST_CASE("an earlier time counts as the latest one seen", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.thimble.sketch", phone.now);
    phone.tap({.x = 10, .y = 300});
    phone.os.touch(0, thimble::virtualphone::touch_phase::down, {.x = 20, .y = 300},
                   thimble::virtualphone::milliseconds(5));
    const auto touches = phone.events("touch");
    CHECK(touches.back().at("t_ms") >= touches.front().at("t_ms"));
}
