// Home: pressed, seen, and freed from what lies over it.
#include "tests/daemon/actions/command_fixture.hpp"

namespace thimble::daemon {

TEST_CASE_METHOD(command_fixture, "home is pressed and the home screen seen", "[daemon]")
{
    phone->when_pressed = [&] { phone->is.app = "com.apple.springboard"; };
    CHECK(verified(link::home{}) == true);
    CHECK(phone->log.buttons == std::vector{device::button::home});
}

TEST_CASE_METHOD(command_fixture, "a home button is pressed for home", "[daemon]")
{
    phone->told.product_type = "iPhone12,8";
    phone->when_pressed = [&] { phone->is.app = "com.apple.springboard"; };
    CHECK(verified(link::home{}) == true);
    CHECK(phone->log.buttons == std::vector{device::button::home_button});
}

TEST_CASE_METHOD(command_fixture, "a home button that closes a surface is no way home", "[daemon]")
{
    phone->told.product_type = "iPhone12,8";
    phone->is.surface = "ControlCenterView";
    phone->when_pressed = [&] {
        if (phone->is.surface.empty())
            phone->is.app = "com.apple.springboard";
        phone->is.surface.clear();
    };
    CHECK(verified(link::home{}) == true);
    CHECK(phone->log.buttons == std::vector{device::button::home_button, device::button::home});
}

TEST_CASE_METHOD(command_fixture, "what stays over the home screen is closed", "[daemon]")
{
    phone->is.surface = "ControlCenterView";
    phone->is.app = "com.apple.springboard";
    SECTION("by asking again")
    {
        phone->when_pressed = [&] {
            if (phone->log.buttons.size() == 2)
                phone->is.surface.clear();
        };
        CHECK(verified(link::home{}) == true);
        CHECK(phone->played.empty());
    }
    SECTION("by a swipe")
    {
        phone->when_swiped = [&] { phone->is.surface.clear(); };
        CHECK(verified(link::home{}) == true);
        CHECK(phone->played.size() == 1);
    }
    SECTION("or told of")
    {
        CHECK(cause_of(refused(link::home{})) == "ACTION_FAILED surface_stays");
    }
}

TEST_CASE_METHOD(command_fixture, "an app that stays in front of home is told of", "[daemon]")
{
    CHECK(cause_of(refused(link::home{})) == "ACTION_FAILED home_screen_not_shown");
    phone->is.alert = device::alert{.text = "Update now?", .buttons = {"Later", "Now"}};
    CHECK(cause_of(refused(link::home{})) == "ACTION_FAILED alert_in_front");
}

TEST_CASE_METHOD(command_fixture, "home opens a phone that has no passcode", "[daemon]")
{
    phone->is.locked = true;
    phone->when_swiped = [&] { phone->is.locked = false; };
    phone->when_pressed = [&] {
        if (!phone->is.locked)
            phone->is.app = "com.apple.springboard";
    };
    CHECK(verified(link::home{}) == true);
    CHECK(phone->log.wakes == 1);
    CHECK_FALSE(phone->is.locked);
    CHECK(phone->is.app == "com.apple.springboard");
}

TEST_CASE_METHOD(command_fixture, "home does not open a phone with a passcode", "[daemon]")
{
    phone->is.locked = true;
    phone->is.passcode = "2580";
    phone->is.app = "com.apple.springboard"; // the lock screen is the system's as well
    CHECK(cause_of(refused(link::home{})) == "ACTION_FAILED passcode_required");
    CHECK(phone->log.wakes == 1);
    CHECK(phone->log.strokes.empty());
    phone->is.disabled = true;
    CHECK(cause_of(refused(link::home{})) == "ACTION_FAILED device_disabled");
}

} // namespace thimble::daemon
