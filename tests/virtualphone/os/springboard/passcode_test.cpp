#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::tests::springboard;
using thimble::virtualphone::hardware_button;
using thimble::virtualphone::milliseconds;

namespace {

void press_usage(handset& phone, std::uint32_t usage)
{
    phone.os.key(usage, 0, true, phone.now);
    phone.os.key(usage, 0, false, phone.now);
}

void enter(handset& phone, std::string_view digits)
{
    for (const char digit : digits)
        phone.choose("Button", std::string(1, digit));
}

} // namespace

TEST_CASE("digits come from fingers, from keys and as text", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "1234", true);
    phone.swipe_up_from_the_bottom();
    CHECK(phone.state_of(springboard).at("surface") == "keypad");
    enter(phone, "1");
    press_usage(phone, 0x1f);
    CHECK(phone.os.type("34", phone.now));
    CHECK_FALSE(phone.os.locked());
}

TEST_CASE("no log has a typed passcode, and it has what is typed afterwards", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "1234", true);
    phone.swipe_up_from_the_bottom();
    for (const std::uint32_t usage : {0x1eU, 0x1fU, 0x20U, 0x21U})
        press_usage(phone, usage);
    REQUIRE_FALSE(phone.os.locked());
    REQUIRE(phone.events("key").size() == 8);
    for (const auto& event : phone.events("key")) {
        CHECK(event.at("hidden") == true);
        CHECK_FALSE(event.contains("usage"));
    }
    press_usage(phone, 0x1e);
    CHECK(phone.events("key").back().at("usage") == 0x1e);

    phone.os.lock(phone.now);
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    REQUIRE(phone.os.type("9999", phone.now));
    CHECK_FALSE(phone.events("text").back().contains("text"));
}

TEST_CASE("after five wrong passcodes a phone takes none for a minute", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro", "iPad 9"}) {
        INFO(model);
        handset phone(model, "1234", true);
        phone.os.press(hardware_button::home, milliseconds(50), phone.now);
        for (int i = 0; i < 4; ++i)
            enter(phone, "9999");
        CHECK(phone.find("StaticText", "Wrong Passcode"));
        CHECK(phone.state_of(springboard).at("wrong_attempts") == 4);
        CHECK(phone.state_of(springboard).at("disabled") == false);
        enter(phone, "9999");
        const bool pad = std::string_view(model).starts_with("iPad");
        CHECK(phone.find("StaticText", pad ? "iPad Unavailable" : "iPhone Unavailable"));
        CHECK_FALSE(phone.find("Button", "1"));
        CHECK(phone.state_of(springboard).at("disabled") == true);
        phone.os.type("1234", phone.now);
        CHECK(phone.os.locked());

        phone.wait(61'000);
        enter(phone, "1234");
        CHECK_FALSE(phone.os.locked());
        CHECK(phone.state_of(springboard).at("wrong_attempts") == 0);
    }
}

TEST_CASE("wrong passcodes are remembered while the phone sleeps", "[virtualphone]")
{
    handset phone("iPhone SE 2", "1234", true);
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    enter(phone, "9999");
    phone.os.lock(phone.now);
    CHECK(phone.state_of(springboard).at("wrong_attempts") == 1);
    phone.os.unlock(phone.now);
    CHECK(phone.state_of(springboard).at("wrong_attempts") == 0);
}
