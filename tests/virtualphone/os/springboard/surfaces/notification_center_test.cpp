#include "tests/virtualphone/os/system_swipes.hpp"

namespace thimble::tests {
namespace {

constexpr auto date = "9:41, Tuesday 9 September";

} // namespace

TEST_CASE("a swipe down from the top left shows the notifications", "[virtualphone]")
{
    for (const auto* model : {"iPhone 15 Pro", "iPhone SE 2", "iPad 9"}) {
        INFO(model);
        handset phone(model);
        phone.os.launch(settings_app, phone.now);
        swipe_to_notifications(phone);
        CHECK(shown_surface(phone) == "notification_center");
        CHECK(phone.os.front_app() == "com.apple.springboard");
        REQUIRE(phone.find("Other", date));
        CHECK(phone.find("Other", date)->identifier == "lockscreen-date-view");
        phone.swipe_up_from_the_bottom();
        CHECK(phone.os.front_app() == settings_app);
        swipe_to_notifications(phone);
        press(phone, vp::hardware_button::home);
        CHECK(phone.os.front_app() == settings_app);
    }
}

TEST_CASE("with a home button, the whole top edge leads to the notifications", "[virtualphone]")
{
    handset phone("iPhone SE 2");
    swipe_from_top(phone, 0.95);
    CHECK(shown_surface(phone) == "notification_center");
}

TEST_CASE("notifications that are pulled down less than half spring back", "[virtualphone]")
{
    handset phone;
    phone.stroke({.x = 50, .y = 1}, {.x = 50, .y = 300}, 500, 200);
    CHECK(shown_surface(phone) == "home");
    phone.stroke({.x = 50, .y = 1}, {.x = 50, .y = 500}, 500, 200);
    CHECK(shown_surface(phone) == "notification_center");
}

TEST_CASE("on a locked phone the lock screen is where the notifications are", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "1234", true);
    swipe_to_notifications(phone);
    CHECK(shown_surface(phone) == "lock");
    REQUIRE(phone.find("Other", date));
    CHECK(phone.find("Other", date)->identifier == "lockscreen-date-view");
    phone.swipe_up_from_the_bottom();
    CHECK(shown_surface(phone) == "keypad");
    CHECK_FALSE(phone.find("Other", date));
}

TEST_CASE("an alert keeps the swipes from the top away", "[virtualphone]")
{
    handset phone;
    phone.os.show_alert({.title = "Trust?", .text = {}, .buttons = {"OK"}}, phone.now);
    swipe_to_notifications(phone);
    swipe_to_control_center(phone);
    swipe_to_spotlight(phone);
    CHECK(shown_surface(phone) == "home");
    phone.choose("Button", "OK");
    CHECK_FALSE(phone.os.alert());
}

} // namespace thimble::tests
