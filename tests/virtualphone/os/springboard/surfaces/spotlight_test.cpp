#include "tests/virtualphone/os/system_swipes.hpp"

namespace thimble::tests {
namespace {

constexpr std::uint32_t space_key = 0x2c;
constexpr std::uint32_t return_key = 0x28;
constexpr std::uint32_t escape_key = 0x29;

} // namespace

TEST_CASE("a swipe down on the home screen opens Spotlight with its keyboard", "[virtualphone]")
{
    for (const auto* model : {"iPhone 15 Pro", "iPhone SE 2", "iPad 9"}) {
        INFO(model);
        handset phone(model);
        swipe_to_spotlight(phone);
        CHECK(shown_surface(phone) == "spotlight");
        CHECK(phone.os.keyboard_shown());
        REQUIRE(phone.find("TextField", "Search"));
        CHECK(phone.find("TextField", "Search")->identifier == "SpotlightSearchField");
        CHECK_FALSE(phone.find("Icon", "Clock")); // the home screen is not listed
    }
}

TEST_CASE("in an app the same swipe is the app's", "[virtualphone]")
{
    handset phone;
    phone.os.launch("com.apple.Preferences", phone.now);
    swipe_to_spotlight(phone);
    CHECK(shown_surface(phone) == "app");
}

TEST_CASE("what is typed finds apps by their names, in any case", "[virtualphone]")
{
    handset phone;
    swipe_to_spotlight(phone);
    CHECK(phone.os.type("OTE", phone.now));
    CHECK(phone.find("Cell", "Notes"));
    CHECK_FALSE(phone.find("Cell", "Settings"));
    phone.choose("Cell", "Notes");
    CHECK(phone.os.front_app() == notes_app);
    CHECK(shown_surface(phone) == "app");
    CHECK_FALSE(phone.os.keyboard_shown());
}

TEST_CASE("return opens the first app found, from every keyboard", "[virtualphone]")
{
    handset typed;
    swipe_to_spotlight(typed);
    typed.os.type("notes\n", typed.now);
    CHECK(typed.os.front_app() == notes_app);

    handset hardware;
    swipe_to_spotlight(hardware);
    press_key(hardware, 0x11); // n
    press_key(hardware, 0x12); // o
    press_key(hardware, 0x17); // t
    press_key(hardware, return_key);
    CHECK(hardware.os.front_app() == notes_app);

    handset on_screen;
    swipe_to_spotlight(on_screen);
    for (const auto* key : {"n", "o", "t", "return"})
        on_screen.choose("Key", key);
    CHECK(on_screen.os.front_app() == notes_app);
}

TEST_CASE("return with nothing found stays, and the search begins anew next time", "[virtualphone]")
{
    handset phone;
    swipe_to_spotlight(phone);
    phone.os.type("xyzzy\n", phone.now);
    CHECK(shown_surface(phone) == "spotlight");
    CHECK(phone.os.keyboard_shown());
    CHECK(phone.find("TextField", "Search")->value == "xyzzy");
    phone.choose("Button", "Cancel");
    CHECK(shown_surface(phone) == "home");
    CHECK_FALSE(phone.os.type("x", phone.now));
    swipe_to_spotlight(phone);
    CHECK(phone.find("TextField", "Search")->value == "Search");
}

TEST_CASE("Command-Space opens Spotlight anywhere, and Escape or the same keys leave it",
          "[virtualphone]")
{
    handset phone;
    phone.os.launch(notes_app, phone.now);
    press_key(phone, space_key, command_key);
    CHECK(shown_surface(phone) == "spotlight");
    press_key(phone, escape_key);
    CHECK(phone.os.front_app() == notes_app);
    press_key(phone, space_key, command_key);
    press_key(phone, space_key, command_key);
    CHECK(phone.os.front_app() == notes_app);
}

TEST_CASE("home leads from Spotlight to the home screen", "[virtualphone]")
{
    handset phone("iPhone SE 2");
    phone.os.launch(notes_app, phone.now);
    press_key(phone, space_key, command_key);
    press(phone, vp::hardware_button::home);
    CHECK(shown_surface(phone) == "home");
    CHECK(phone.os.front_app() == "com.apple.springboard");
}

TEST_CASE("a locked phone searches nothing", "[virtualphone]")
{
    handset phone("iPhone 15 Pro", "1234", true);
    press_key(phone, space_key, command_key);
    swipe_to_spotlight(phone);
    CHECK(shown_surface(phone) == "lock");
}

} // namespace thimble::tests
