#include "tests/virtualphone/os/handset.hpp"

using thimble::tests::handset;
using thimble::tests::springboard;
using thimble::virtualphone::hardware_button;
using thimble::virtualphone::milliseconds;

namespace {

void flick_left(handset& phone)
{
    phone.stroke({.x = phone.os.width_pt() * 0.8, .y = 400},
                 {.x = phone.os.width_pt() * 0.4, .y = 405}, 120);
    phone.wait(1000);
}

} // namespace

TEST_CASE("an icon opens its app", "[virtualphone]")
{
    for (const auto* model :
         {"iPhone SE 2", "iPhone 13 mini", "iPhone 15 Pro", "iPhone 16 Pro Max", "iPad 9"}) {
        handset phone(model);
        INFO(model);
        phone.choose("Icon", "Settings");
        CHECK(phone.os.front_app() == "com.apple.Preferences");
        REQUIRE(phone.events("app").size() == 1);
        CHECK(phone.events("app").front().at("what") == "opened");
    }
}

TEST_CASE("an icon's name opens its app", "[virtualphone]")
{
    for (const auto* model : {"iPhone SE 2", "iPhone 15 Pro"}) {
        handset phone(model);
        INFO(model);
        const auto icon = phone.find("Icon", "Clock");
        REQUIRE(icon);
        phone.tap({.x = icon->frame.x + icon->frame.width / 2,
                   .y = icon->frame.y + icon->frame.height - 10});
        CHECK(phone.os.front_app() == "com.apple.mobiletimer");
    }
}

TEST_CASE("every app opens from its icon, and its page is more than a blank", "[virtualphone]")
{
    handset phone;
    for (const auto& app : phone.os.apps()) {
        INFO(app.name);
        phone.os.go_home(phone.now);
        phone.os.press(hardware_button::home, milliseconds(50), phone.now); // to the first page
        if (!phone.find("Icon", app.name))
            flick_left(phone);
        phone.choose("Icon", app.name);
        CHECK(phone.os.front_app() == app.bundle_id);
        CHECK(phone.os.tree().label == app.name);
        CHECK_FALSE(phone.os.tree().children.empty());
    }
}

TEST_CASE("a horizontal flick turns the page and back", "[virtualphone]")
{
    handset phone;
    CHECK_FALSE(phone.find("Icon", "Flashlight"));
    flick_left(phone);
    CHECK(phone.state_of(springboard).at("page") == 1);
    CHECK(phone.find("Icon", "Flashlight"));
    CHECK_FALSE(phone.find("Icon", "Clock"));
    phone.stroke({.x = 100, .y = 400}, {.x = 300, .y = 400}, 120);
    phone.wait(1000);
    CHECK(phone.state_of(springboard).at("page") == 0);
}

TEST_CASE("a drag that goes back where it came from turns no page", "[virtualphone]")
{
    handset phone;
    phone.stroke({.x = 300, .y = 400}, {.x = 200, .y = 400}, 300, 200);
    phone.wait(1000);
    CHECK(phone.state_of(springboard).at("page") == 0);
}

TEST_CASE("dragging over an icon does not open it", "[virtualphone]")
{
    handset phone;
    const auto icon = phone.find("Icon", "Clock");
    REQUIRE(icon);
    phone.stroke({.x = icon->frame.x + 30, .y = icon->frame.y + 30},
                 {.x = icon->frame.x + 30, .y = icon->frame.y + 130}, 200);
    CHECK(phone.os.front_app() == springboard);
}

TEST_CASE("a swipe up from the bottom edge goes home", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.Preferences", phone.now);
    phone.swipe_up_from_the_bottom();
    CHECK(phone.os.front_app() == springboard);
    CHECK(phone.events("gesture").back().at("name") == "home_swipe");
}

TEST_CASE("a swipe up from higher on the page only scrolls", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.Preferences", phone.now);
    phone.stroke({.x = 200, .y = phone.os.height_pt() - 60}, {.x = 200, .y = 400}, 150);
    CHECK(phone.os.front_app() == "com.apple.Preferences");
    CHECK(phone.state_of("com.apple.Preferences").at("offset") > 100);
}

TEST_CASE("a phone with a home button has no home swipe, but the button", "[virtualphone]")
{
    handset phone("iPhone SE 2");
    phone.os.launch("com.apple.Preferences", phone.now);
    phone.swipe_up_from_the_bottom();
    CHECK(phone.state_of(springboard).at("surface") == "control_center");
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    CHECK(phone.os.front_app() == "com.apple.Preferences");
    phone.wait(500);
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    CHECK(phone.state_of(springboard).at("surface") == "home");
    CHECK(phone.events("button").back().at("name") == "home");
}

TEST_CASE("home on the second page leads to the first", "[virtualphone]")
{
    handset phone;
    flick_left(phone);
    phone.os.go_home(phone.now);
    CHECK(phone.state_of(springboard).at("page") == 1); // SpringBoard is in front as it is
    phone.os.press(hardware_button::home, milliseconds(50), phone.now);
    CHECK(phone.state_of(springboard).at("page") == 0);
}

TEST_CASE("a finger that comes down while the page is turning opens nothing", "[virtualphone]")
{
    handset phone;
    const auto dock = phone.find("Icon", "Sketch");
    REQUIRE(dock);
    phone.stroke({.x = 300, .y = 400}, {.x = 100, .y = 400}, 120);
    phone.tap({.x = dock->frame.x + 20, .y = dock->frame.y + 20});
    CHECK(phone.os.front_app() == springboard);
    phone.wait(1000);
    CHECK(phone.state_of(springboard).at("page") == 1); // and the page does not stop half way
}

TEST_CASE("launching what is not installed fails", "[virtualphone]")
{
    handset phone;
    CHECK_FALSE(phone.os.launch("com.example.nothing", phone.now));
    CHECK(phone.os.front_app() == springboard);
}

TEST_CASE("addresses open the app whose business they are", "[virtualphone]")
{
    handset phone;
    CHECK(phone.os.open_url("prefs:root=WIFI", phone.now));
    CHECK(phone.os.front_app() == "com.apple.Preferences");
    CHECK_FALSE(phone.os.open_url("nonsense", phone.now));
    CHECK(phone.events("url").size() == 2);
}
