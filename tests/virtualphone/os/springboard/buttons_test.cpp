#include "tests/virtualphone/os/system_swipes.hpp"

namespace thimble::tests {
namespace {

constexpr std::uint32_t tab_key = 0x2b;

double volume_of(const handset& phone)
{
    return system_state(phone).at("volume").get<double>();
}

} // namespace

TEST_CASE("each press of a volume button is a sixteenth, up to the ends", "[virtualphone]")
{
    handset phone;
    CHECK(volume_of(phone) == 0.5);
    press(phone, vp::hardware_button::volume_up);
    CHECK(volume_of(phone) == 0.5625);
    for (int i = 0; i < 20; ++i)
        press(phone, vp::hardware_button::volume_up);
    CHECK(volume_of(phone) == 1);
    for (int i = 0; i < 20; ++i)
        press(phone, vp::hardware_button::volume_down);
    CHECK(volume_of(phone) == 0);
}

TEST_CASE("the volume shows for a moment", "[virtualphone]")
{
    handset phone;
    const auto before = phone.os.generation();
    press(phone, vp::hardware_button::volume_up);
    REQUIRE(phone.find("Slider", "Volume"));
    CHECK(phone.find("Slider", "Volume")->value == "56%");
    const auto shown = phone.os.generation();
    CHECK(shown > before);
    phone.wait(2000);
    CHECK_FALSE(phone.find("Slider", "Volume"));
    CHECK(phone.os.generation() > shown);
}

TEST_CASE("the action button makes silent what has one", "[virtualphone]")
{
    handset phone;
    press(phone, vp::hardware_button::action);
    CHECK(system_state(phone).at("silent") == true);
    CHECK(phone.find("StaticText", "Silent Mode On"));
    phone.wait(3000);
    CHECK_FALSE(phone.find("StaticText", "Silent Mode On"));
    press(phone, vp::hardware_button::action);
    CHECK(phone.find("StaticText", "Silent Mode Off"));
    CHECK(system_state(phone).at("silent") == false);

    handset without("iPhone 13 mini");
    press(without, vp::hardware_button::action);
    CHECK(system_state(without).at("silent") == false);
    CHECK(without.events("button").back().at("name") == "action");
}

TEST_CASE("Siri shows what it was told, until a tap or home", "[virtualphone]")
{
    handset phone;
    phone.os.launch(settings_app, phone.now);
    phone.os.ask_siri("What time is it?", phone.now);
    CHECK(shown_surface(phone) == "siri");
    CHECK(phone.find("StaticText", "What time is it?"));
    phone.tap(phone.middle());
    CHECK(phone.os.front_app() == settings_app);
    phone.os.ask_siri("", phone.now);
    CHECK_FALSE(phone.find("StaticText", "What time is it?"));
    press(phone, vp::hardware_button::home);
    CHECK(phone.os.front_app() == settings_app);
}

TEST_CASE("a button that is held asks for Siri", "[virtualphone]")
{
    handset phone;
    press(phone, vp::hardware_button::lock, 700);
    CHECK(shown_surface(phone) == "siri");
    CHECK_FALSE(phone.os.locked());

    handset small("iPhone SE 2");
    press(small, vp::hardware_button::home, 700);
    CHECK(shown_surface(small) == "siri");
    press(small, vp::hardware_button::lock, 700);
    CHECK(small.os.locked());
    press(small, vp::hardware_button::siri);
    CHECK(shown_surface(small) == "siri");
    CHECK(small.os.awake());
}

TEST_CASE("Command-Tab goes to the app used before", "[virtualphone]")
{
    handset phone;
    press_key(phone, tab_key, command_key);
    CHECK(shown_surface(phone) == "home"); // there is none
    phone.os.launch(settings_app, phone.now);
    phone.os.launch(notes_app, phone.now);
    press_key(phone, tab_key, command_key);
    CHECK(phone.os.front_app() == settings_app);
    press_key(phone, tab_key, command_key);
    CHECK(phone.os.front_app() == notes_app);
    press_key(phone, 0x0b, command_key); // home
    CHECK(shown_surface(phone) == "home");
    press_key(phone, tab_key, command_key);
    CHECK(phone.os.front_app() == notes_app);
}

TEST_CASE("Escape leaves to gestures what only they send away", "[virtualphone]")
{
    handset phone;
    swipe_to_control_center(phone);
    press_key(phone, 0x29);
    CHECK(shown_surface(phone) == "control_center");
}

TEST_CASE("the log tells which surface came and went", "[virtualphone]")
{
    handset phone;
    swipe_to_control_center(phone);
    phone.swipe_up_from_the_bottom();
    const auto events = phone.events("surface");
    REQUIRE(events.size() == 2);
    CHECK(events[0].at("name") == "control_center");
    CHECK(events[0].at("shown") == true);
    CHECK(events[1].at("shown") == false);
}

} // namespace thimble::tests
