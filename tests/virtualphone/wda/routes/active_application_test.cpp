// The application that a command is about, its tree and its size.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
namespace virtualphone = thimble::virtualphone;
using virtualphone::app_window;
using virtualphone::hardware_button;
using virtualphone::identity;
using virtualphone::milliseconds;
using virtualphone::place;
using virtualphone::touch_phase;

namespace {

constexpr auto springboard = "com.apple.springboard";
const json settings_in_front{{"bundleId", "com.apple.Preferences"}};

struct automated {
    explicit automated(const char* model = "iPhone 15 Pro", identity who = own_identity())
        : runner(model, 0, std::move(who)), client(runner), session(client.begin_session())
    {
    }

    static identity own_identity()
    {
        return {"00008130-000000000000001A", "Test Phone", {}, false};
    }

    virtualphone::operating_system& os() { return runner.device.os; }

    void press(hardware_button which)
    {
        os().press(which, milliseconds(50), runner.device.clock.now());
    }

    /// From the top right corner down.
    void open_control_center()
    {
        milliseconds now = runner.device.clock.now();
        const double x = os().width_pt() * 0.95;
        os().touch(0, touch_phase::down, {.x = x, .y = 1}, now);
        for (int step = 1; step <= 10; ++step)
            os().touch(0, touch_phase::move, {.x = x, .y = 30.0 * step}, now += milliseconds(16));
        os().touch(0, touch_phase::up, {.x = x, .y = 300}, now);
        REQUIRE(surface() == "control_center");
    }

    std::string surface() { return os().app_states().at(springboard).at("surface"); }

    std::string source() { return client.value(verb::get, "/source").dump(); }

    json active() { return client.value(verb::get, "/wda/activeAppInfo").at("bundleId"); }

    json window() { return client.value(verb::get, "/window/size"); }

    void look_at(const char* bundle_id)
    {
        client.value(verb::post, "/appium/settings",
                     {{"settings", {{"defaultActiveApplication", bundle_id}}}});
    }

    virtual_runner runner;
    wda_client client;
    std::string session;
};

json size(double width, double height)
{
    return {{"width", width}, {"height", height}};
}

} // namespace

TEST_CASE("Control Center over an app is in SpringBoard's tree alone", "[virtualphone]")
{
    automated phone;
    phone.client.value(verb::post, "/wda/apps/launch", settings_in_front);
    phone.open_control_center();
    CHECK(phone.active() == "com.apple.Preferences");
    CHECK(phone.source().find("ControlCenterView") == std::string::npos);
    CHECK(phone.source().find("Airplane Mode") != std::string::npos);
    phone.look_at(springboard);
    CHECK(phone.active() == springboard);
    CHECK(phone.source().find("ControlCenterView") != std::string::npos);
    CHECK(phone.source().find("com.apple.Preferences") == std::string::npos);
    // The setting is the session's.
    const json told = json::parse(phone.client.ask(verb::get, "/wda/activeAppInfo").body());
    CHECK(told["value"]["bundleId"] == "com.apple.Preferences");
}

TEST_CASE("an application that is not in the foreground is not looked at", "[virtualphone]")
{
    automated phone;
    phone.client.value(verb::post, "/wda/apps/launch", settings_in_front);
    phone.look_at("com.apple.mobilenotes");
    CHECK(phone.active() == "com.apple.Preferences");
}

TEST_CASE("the field of Spotlight is in a process of its own", "[virtualphone]")
{
    automated phone;
    constexpr std::uint32_t space = 0x2C;
    constexpr std::uint32_t command = 0x08;
    phone.os().key(space, command, true, phone.runner.device.clock.now());
    REQUIRE(phone.surface() == "spotlight");
    CHECK(phone.active() == "com.apple.Spotlight");
    CHECK(phone.source().find("SpotlightSearchField") != std::string::npos);
    phone.look_at(springboard);
    CHECK(phone.source().find("SpotlightSearchField") == std::string::npos);
}

TEST_CASE("homescreen brings SpringBoard to the front and closes nothing", "[virtualphone]")
{
    automated phone;
    phone.client.value(verb::post, "/wda/apps/launch", settings_in_front);
    phone.open_control_center();
    CHECK(outcome(phone.client.ask(verb::post, "/wda/homescreen")) == "200");
    CHECK(phone.surface() == "control_center");
    CHECK(phone.active() == springboard);
    phone.press(hardware_button::home);
    CHECK(phone.surface() == "home");
}

TEST_CASE("homescreen neither wakes a phone nor asks for its passcode", "[virtualphone]")
{
    automated phone("iPhone 15 Pro", {"00008130-000000000000001A", "Test Phone", "1234", true});
    CHECK(outcome(phone.client.ask(verb::post, "/wda/homescreen")) == "200");
    CHECK(phone.surface() == "lock");
}

TEST_CASE("the window is the frame of the active application", "[virtualphone]")
{
    automated phone;
    const json whole = size(393, 852);
    CHECK(phone.window() == whole);
    phone.client.value(verb::post, "/wda/apps/launch", settings_in_front);
    CHECK(phone.window() == whole);
    SECTION("the runner is made for the smallest screen")
    {
        phone.client.value(verb::post, "/wda/apps/activate",
                           {{"bundleId", phone.os().who().runner_id}});
        CHECK(phone.window() == size(320, 480));
    }
    SECTION("an app in compatibility mode has points of its own")
    {
        phone.os().set_window("com.apple.Preferences", app_window::scaled,
                              phone.runner.device.clock.now());
        CHECK(phone.window()["width"] == 320);
        const json airplane = phone.client.value(
            verb::post, "/element", {{"using", "accessibility id"}, {"value", "Airplane Mode"}});
        const std::string element = "/element/" + airplane["ELEMENT"].get<std::string>();
        CHECK(phone.client.value(verb::get, element + "/rect")["height"] == 36); // of 44
        phone.client.value(verb::post, element + "/click");
        CHECK(phone.client.value(verb::get, element + "/attribute/value") == "1");
    }
    CHECK(phone.client.value(verb::get, "/wda/screen")["screenSize"] == whole);
}

TEST_CASE("an iPad's window is a part of the screen", "[virtualphone]")
{
    automated pad("iPad 9");
    pad.client.value(verb::post, "/wda/apps/launch", settings_in_front);
    pad.os().set_window("com.apple.Preferences", app_window::left_half,
                        pad.runner.device.clock.now());
    CHECK(pad.window() == size(405, 1080));
    CHECK(pad.client.value(verb::get, "/wda/screen")["screenSize"] == size(810, 1080));
    CHECK(pad.client.value(verb::get, "/source?format=json")["rect"]["width"] == 405);
}

TEST_CASE("a window that floats has its elements on the screen and counts touches from its corner",
          "[virtualphone]")
{
    automated pad("iPad 9");
    pad.client.value(verb::post, "/wda/apps/launch", settings_in_front);
    const json airplane{{"using", "accessibility id"}, {"value", "Airplane Mode"}};
    const auto rectangle_of = [&] {
        const json found = pad.client.value(verb::post, "/element", airplane);
        return pad.client.value(verb::get,
                                "/element/" + found["ELEMENT"].get<std::string>() + "/rect");
    };
    const json before = rectangle_of();
    pad.os().set_window("com.apple.Preferences", app_window::floating,
                        pad.runner.device.clock.now());
    const json window = pad.client.value(verb::get, "/window/rect");
    CHECK(window["x"] > 0);
    CHECK(window["y"] > 0);
    CHECK(window["width"] < 810);
    CHECK(pad.client.value(verb::get, "/wda/screen")["screenSize"] == size(810, 1080));
    const json after = rectangle_of();
    CHECK(after["y"].get<double>() == before["y"].get<double>() + window["y"].get<double>());

    const double x = after["x"].get<double>() + after["width"].get<double>() / 2;
    const double y = after["y"].get<double>() + after["height"].get<double>() / 2;
    const auto tap_at = [&](double right, double down) {
        pad.client.value(
            verb::post, "/actions",
            {{"actions",
              {{{"type", "pointer"},
                {"id", "finger"},
                {"parameters", {{"pointerType", "touch"}}},
                {"actions",
                 {{{"type", "pointerMove"}, {"duration", 0}, {"x", right}, {"y", down}},
                  {{"type", "pointerDown"}},
                  {{"type", "pause"}, {"duration", 60}},
                  {{"type", "pointerUp"}}}}}}}});
        const json found = pad.client.value(verb::post, "/element", airplane);
        return pad.client.value(verb::get, "/element/" + found["ELEMENT"].get<std::string>() +
                                               "/attribute/value");
    };
    CHECK(tap_at(x - window["x"].get<double>(), y - window["y"].get<double>()) == "1");
}
