#include "tests/virtualphone/os/system_swipes.hpp"

namespace thimble::tests {
namespace {

void open_control_center(handset& phone)
{
    if (phone.os.hardware().name == "iPhone SE 2")
        phone.swipe_up_from_the_bottom();
    else
        swipe_to_control_center(phone);
    REQUIRE(shown_surface(phone) == "control_center");
}

std::optional<std::string> value_of(const handset& phone, std::string_view toggle)
{
    const auto found = phone.find("Switch", toggle);
    return found ? found->value : std::nullopt;
}

} // namespace

TEST_CASE("Control Center comes from its edge, over home, apps and the lock screen",
          "[virtualphone]")
{
    for (const auto* model : {"iPhone 15 Pro", "iPhone SE 2", "iPad 9"}) {
        INFO(model);
        handset phone(model);
        open_control_center(phone);
        phone.os.launch(settings_app, phone.now);
        CHECK(shown_surface(phone) == "app");
        open_control_center(phone);
        CHECK(phone.os.front_app() == "com.apple.springboard");
        CHECK(phone.find("Other", "Control Center")->identifier == "ControlCenterView");
        CHECK_FALSE(phone.find("Cell", "Wi-Fi")); // what is behind is not listed

        handset locked(model, "1234", true);
        open_control_center(locked);
        press(locked, vp::hardware_button::home);
        CHECK(shown_surface(locked) == "lock");
    }
}

TEST_CASE("the switches of Control Center stay as they were left", "[virtualphone]")
{
    handset phone;
    open_control_center(phone);
    CHECK(value_of(phone, "Wi-Fi") == "1");
    CHECK(value_of(phone, "Airplane Mode") == "0");
    phone.choose("Switch", "Wi-Fi");
    phone.choose("Switch", "Airplane Mode");
    CHECK(shown_surface(phone) == "control_center");
    phone.swipe_up_from_the_bottom();
    REQUIRE(shown_surface(phone) == "home");
    open_control_center(phone);
    CHECK(value_of(phone, "Wi-Fi") == "0");
    CHECK(value_of(phone, "Bluetooth") == "1");
    CHECK(value_of(phone, "Airplane Mode") == "1");
}

TEST_CASE("a tap on empty space, a push or home sends Control Center away", "[virtualphone]")
{
    handset phone;
    phone.os.launch(settings_app, phone.now);
    open_control_center(phone);
    phone.tap({.x = 200, .y = 700});
    CHECK(phone.os.front_app() == settings_app);
    open_control_center(phone);
    phone.stroke({.x = 200, .y = 700}, {.x = 200, .y = 500}, 150);
    CHECK(phone.os.front_app() == settings_app);
    open_control_center(phone);
    phone.os.go_home(phone.now); // presses nothing
    CHECK(shown_surface(phone) == "control_center");
    press(phone, vp::hardware_button::home);
    CHECK(shown_surface(phone) == "home");

    handset small("iPhone SE 2");
    small.os.launch(settings_app, small.now);
    open_control_center(small);
    small.stroke({.x = 200, .y = 450}, {.x = 200, .y = 300}, 150); // the way it came
    CHECK(shown_surface(small) == "control_center");
    small.stroke({.x = 200, .y = 300}, {.x = 200, .y = 450}, 150);
    CHECK(small.os.front_app() == settings_app);
    open_control_center(small);
    press(small, vp::hardware_button::home);
    CHECK(small.os.front_app() == settings_app); // the press leads back only
}

TEST_CASE("a swipe from the corner that is short and slow brings nothing", "[virtualphone]")
{
    handset phone;
    phone.stroke({.x = 380, .y = 1}, {.x = 380, .y = 60}, 500, 200);
    CHECK(shown_surface(phone) == "home");
}

TEST_CASE("the slider of Control Center tells how loud the phone is", "[virtualphone]")
{
    handset phone;
    press(phone, vp::hardware_button::volume_down);
    phone.wait(3000);
    open_control_center(phone);
    CHECK(phone.find("Slider", "Volume")->value == "44%");
}

TEST_CASE("locking the phone takes what is in front away", "[virtualphone]")
{
    handset phone;
    phone.os.launch(settings_app, phone.now);
    open_control_center(phone);
    press(phone, vp::hardware_button::lock);
    CHECK(shown_surface(phone) == "lock");
    phone.os.unlock(phone.now);
    CHECK(phone.os.front_app() == settings_app);
}

} // namespace thimble::tests
