#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::virtualphone::hardware_button;
using thimble::virtualphone::milliseconds;

TEST_CASE("a swipe up from the bottom opens a phone without a passcode", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", std::nullopt, true);
    REQUIRE(phone.os.locked());
    phone.swipe_up_from_the_bottom();
    CHECK_FALSE(phone.os.locked());
    CHECK(phone.events("lock").back().at("locked") == false);
}

TEST_CASE("a slow swipe opens it as well, a short one does not", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", std::nullopt, true);
    phone.stroke({.x = 190, .y = 850}, {.x = 190, .y = 800}, 400, 300);
    CHECK(phone.os.locked());
    phone.stroke({.x = 190, .y = 850}, {.x = 190, .y = 500}, 900, 300);
    CHECK_FALSE(phone.os.locked());
}

TEST_CASE("a tap in the middle of the lock screen does nothing", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", std::nullopt, true);
    phone.tap(phone.middle());
    CHECK(phone.os.locked());
}

TEST_CASE("with a passcode the swipe asks for it, and the right digits open", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "2580", true);
    phone.swipe_up_from_the_bottom();
    REQUIRE(phone.os.locked());
    CHECK(phone.find("StaticText", "Enter Passcode"));
    for (const auto* digit : {"2", "5", "8"})
        phone.choose("Button", digit);
    CHECK(phone.os.locked());
    phone.choose("Button", "0");
    CHECK_FALSE(phone.os.locked());
}

TEST_CASE("wrong digits leave it locked and are forgotten", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "1234", true);
    phone.swipe_up_from_the_bottom();
    for (int i = 0; i < 4; ++i)
        phone.choose("Button", "9");
    CHECK(phone.os.locked());
    CHECK(phone.find("StaticText", "Wrong Passcode"));
    for (const auto* digit : {"1", "2", "3", "4"})
        phone.choose("Button", digit);
    CHECK_FALSE(phone.os.locked());
}

TEST_CASE("the home button wakes, and then asks to open", "[virtualphone]")
{
    handset phone("iPhone SE 2", "1234");
    phone.os.lock(phone.now);
    CHECK_FALSE(phone.os.awake());
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    CHECK(phone.os.awake());
    CHECK_FALSE(phone.find("StaticText", "Enter Passcode"));
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    CHECK(phone.find("StaticText", "Enter Passcode"));
    CHECK(phone.os.locked());
}

TEST_CASE("a locked phone launches nothing and types nothing", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.mobilenotes", phone.now);
    phone.tap({.x = 150, .y = 200});
    REQUIRE(phone.os.keyboard_shown());
    phone.os.lock(phone.now);
    CHECK_FALSE(phone.os.keyboard_shown());
    CHECK_FALSE(phone.os.launch("com.thimble.sketch", phone.now));
    CHECK_FALSE(phone.os.open_url("prefs:", phone.now));
    CHECK_FALSE(phone.os.type("x", phone.now));
    CHECK(phone.os.front_app() == "com.apple.springboard");
}

TEST_CASE("the app that was in front is there again after unlocking", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.calculator", phone.now);
    phone.os.lock(phone.now);
    phone.os.unlock(phone.now);
    CHECK(phone.os.front_app() == "com.apple.calculator");
}

TEST_CASE("the side button puts the phone to sleep and wakes it", "[virtualphone]")
{
    handset phone;
    phone.os.press(hardware_button::lock, milliseconds(50), phone.now);
    CHECK(phone.os.locked());
    CHECK_FALSE(phone.os.awake());
    phone.os.press(hardware_button::lock, milliseconds(50), phone.now);
    CHECK(phone.os.awake());
    CHECK(phone.os.locked());
}

TEST_CASE("a touch wakes a phone without a home button, and no other", "[virtualphone]")
{
    handset modern;
    modern.os.lock(modern.now);
    modern.tap(modern.middle());
    CHECK(modern.os.awake());
    CHECK(modern.os.locked());

    handset old("iPhone SE 2");
    old.os.lock(old.now);
    old.tap(old.middle());
    CHECK_FALSE(old.os.awake());
}

TEST_CASE("after a reboot a phone with a passcode is locked and its apps start afresh",
          "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "1234");
    phone.os.launch("com.thimble.sketch", phone.now);
    phone.tap(phone.middle());
    phone.os.set_clipboard("something", phone.now);
    phone.os.reboot(phone.now);
    CHECK(phone.os.locked());
    CHECK(phone.os.clipboard().empty());
    CHECK(phone.state_of("com.thimble.sketch").at("strokes") == 0);
}
