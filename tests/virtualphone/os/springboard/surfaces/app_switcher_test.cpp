#include "tests/virtualphone/os/system_swipes.hpp"

namespace thimble::tests {
namespace {

void use_two_apps(handset& phone)
{
    phone.os.launch(settings_app, phone.now);
    phone.os.launch(sketch_app, phone.now);
}

void push_card_up(handset& phone, std::string_view name)
{
    const auto card = phone.find("Button", name);
    REQUIRE(card);
    const double x = card->frame.x + card->frame.width / 2;
    const double y = card->frame.y + card->frame.height / 2;
    phone.stroke({.x = x, .y = y}, {.x = x, .y = y - phone.os.height_pt() * 0.3}, 200);
}

} // namespace

TEST_CASE("a swipe up that rests shows the apps used last", "[virtualphone]")
{
    for (const auto* model : {"iPhone 15 Pro", "iPad 9"}) {
        handset phone(model);
        INFO(model);
        use_two_apps(phone);
        swipe_to_app_switcher(phone);
        CHECK(shown_surface(phone) == "app_switcher");
        CHECK(phone.os.front_app() == springboard);
        CHECK(system_state(phone).at("recent") == nlohmann::json{sketch_app, settings_app});
        CHECK(phone.find("Button", "Sketch"));
        CHECK(phone.find("Button", "Settings"));
        CHECK(phone.gestures().back() == "app_switcher_swipe");
    }
}

TEST_CASE("a swipe up that is thrown goes home instead", "[virtualphone]")
{
    handset phone;
    use_two_apps(phone);
    phone.swipe_up_from_the_bottom();
    CHECK(shown_surface(phone) == "home");
}

TEST_CASE("a short swipe up that rests does nothing", "[virtualphone]")
{
    handset phone;
    use_two_apps(phone);
    phone.stroke({.x = 190, .y = 850}, {.x = 190, .y = 760}, 300, 600);
    CHECK(phone.os.front_app() == sketch_app);
}

TEST_CASE("two quick presses of a home button show the app switcher", "[virtualphone]")
{
    handset phone("iPhone SE 2");
    use_two_apps(phone);
    press(phone, vp::hardware_button::home);
    phone.wait(300);
    press(phone, vp::hardware_button::home);
    CHECK(shown_surface(phone) == "app_switcher");
}

TEST_CASE("two slow presses of a home button, or two elsewhere, do not", "[virtualphone]")
{
    handset slow("iPhone SE 2");
    use_two_apps(slow);
    press(slow, vp::hardware_button::home);
    slow.wait(500);
    press(slow, vp::hardware_button::home);
    CHECK(shown_surface(slow) == "home");

    handset without_button;
    use_two_apps(without_button);
    press(without_button, vp::hardware_button::home);
    press(without_button, vp::hardware_button::home);
    CHECK(shown_surface(without_button) == "home");
}

TEST_CASE("a tap on a card opens the app as it was left", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.tap(phone.middle());
    phone.os.launch(settings_app, phone.now);
    swipe_to_app_switcher(phone);
    phone.stroke({.x = 100, .y = 400}, {.x = 300, .y = 400}, 150); // to the older ones
    phone.wait(2000);
    phone.choose("Button", "Sketch");
    CHECK(phone.os.front_app() == sketch_app);
    CHECK(shown_surface(phone) == "app");
    CHECK(phone.state_of(sketch_app).at("strokes") == 1);
    CHECK(system_state(phone).at("recent") == nlohmann::json{sketch_app, settings_app});
}

TEST_CASE("a card that is pushed up ends its app, which forgets everything", "[virtualphone]")
{
    for (const auto* model : {"iPhone 15 Pro", "iPhone SE 2", "iPad 9"}) {
        handset phone(model);
        INFO(model);
        phone.os.launch(settings_app, phone.now);
        phone.os.launch(sketch_app, phone.now);
        phone.tap(phone.middle());
        REQUIRE(phone.state_of(sketch_app).at("strokes") == 1);
        press_key(phone, 0x0b, command_key); // home
        if (phone.os.hardware().home_button) {
            press(phone, vp::hardware_button::home);
            press(phone, vp::hardware_button::home);
        } else {
            swipe_to_app_switcher(phone);
        }
        REQUIRE(shown_surface(phone) == "app_switcher");
        push_card_up(phone, "Sketch");
        CHECK(system_state(phone).at("recent") == nlohmann::json{settings_app});
        CHECK(phone.state_of(sketch_app).at("strokes") == 0);
        CHECK(shown_surface(phone) == "app_switcher");
        CHECK(phone.events("app").back().at("what") == "terminated");
    }
}

TEST_CASE("a card that is pushed up a little falls back", "[virtualphone]")
{
    handset phone;
    use_two_apps(phone);
    swipe_to_app_switcher(phone);
    phone.stroke({.x = 200, .y = 450}, {.x = 200, .y = 400}, 200);
    CHECK(system_state(phone).at("recent").size() == 2);
    CHECK(shown_surface(phone) == "app_switcher");
}

TEST_CASE("when the last app has ended, the home screen shows", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    swipe_to_app_switcher(phone);
    push_card_up(phone, "Sketch");
    CHECK(shown_surface(phone) == "home");
}

TEST_CASE("a tap beside the cards or a swipe home leaves the app switcher", "[virtualphone]")
{
    handset phone;
    use_two_apps(phone);
    swipe_to_app_switcher(phone);
    phone.tap({.x = 200, .y = 60});
    CHECK(shown_surface(phone) == "home");
    swipe_to_app_switcher(phone);
    REQUIRE(shown_surface(phone) == "app_switcher");
    phone.swipe_up_from_the_bottom();
    CHECK(shown_surface(phone) == "home");
}

TEST_CASE("an app ends at a word as well, in front or behind", "[virtualphone]")
{
    handset phone;
    use_two_apps(phone);
    CHECK(phone.os.runs(settings_app));
    CHECK(phone.os.terminate(sketch_app, phone.now));
    CHECK(shown_surface(phone) == "home");
    CHECK(phone.os.terminate(settings_app, phone.now));
    CHECK_FALSE(phone.os.runs(settings_app));
    CHECK_FALSE(phone.os.terminate(settings_app, phone.now));
    CHECK_FALSE(phone.os.terminate("com.example.nothing", phone.now));
    phone.os.launch(settings_app, phone.now);
    CHECK(phone.os.front_app() == settings_app);
}

TEST_CASE("an app that ends under a finger hears no more of it", "[virtualphone]")
{
    handset phone;
    phone.os.launch(sketch_app, phone.now);
    phone.down(phone.middle());
    phone.os.terminate(sketch_app, phone.now);
    phone.move({.x = 100, .y = 300});
    phone.up({.x = 100, .y = 300});
    CHECK(phone.state_of(sketch_app).at("strokes") == 0);
}

} // namespace thimble::tests
