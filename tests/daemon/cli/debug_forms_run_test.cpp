// Every action that --debug knows, done once, and what the phone then is.
#include "tests/daemon/cli/debugged_phone.hpp"

#include <algorithm>
#include <sstream>

namespace thimble::e2e {

namespace {

using nlohmann::json;

namespace app {
constexpr auto calculator = "com.apple.calculator";
constexpr auto files = "com.apple.DocumentsApp";
constexpr auto home_screen = "com.apple.springboard";
constexpr auto maps = "com.apple.Maps";
constexpr auto notes = "com.apple.mobilenotes";
constexpr auto safari = "com.apple.mobilesafari";
constexpr auto settings = "com.apple.Preferences";
constexpr auto shortcuts = "com.apple.shortcuts";
constexpr auto sketch = "com.thimble.sketch";
} // namespace app

using recognised = std::vector<std::string>;

void touch_places(debugged_phone& on)
{
    on.open(app::sketch);
    CHECK(on.gestures("tap 310 300") == recognised{"tap"});
    CHECK(on.gestures("double-tap 310 500").back() == "double_tap");
    CHECK(on.gestures("triple-tap 310 700").back() == "triple_tap");
    CHECK(on.gestures("tap-and-hold 310 672 600") == recognised{"long_press"});
    CHECK(on.gestures("flick 310 900 up") == recognised{"flick"});
    CHECK(on.gestures("swipe 310 900 left") == recognised{"flick"});
    CHECK(on.gestures("pan 310 900 up 400") == recognised{"pan"});
    CHECK(on.gestures("drag 100 400 500 900 slow") == recognised{"pan"});
    CHECK(on.gestures("hold-and-drag 100 400 500 900 600 fast").back() == "drag_and_drop");
    on.open(app::maps);
    on.act("pinch 310 672 pinch_out 500");
    CHECK(on.state(app::maps, "zoom") > 1);
}

void touch_elements(debugged_phone& on)
{
    on.open(app::calculator);
    const auto elements = on.act("elements 5").at("elements");
    CHECK(elements.size() == 5);
    CHECK(on.act("find the 7 button").at("element").at("label") == "7");
    on.act("tap-select the 7 button");
    CHECK(on.state(app::calculator, "display") == "7");
    on.open(app::maps);
    const auto zoom = on.state(app::maps, "zoom").get<double>();
    on.act("double-tap-select Map");
    CHECK(on.state(app::maps, "zoom") > zoom);
    on.act("pinch-select rotate_cw Map");
    CHECK(on.state(app::maps, "rotation") > 45);
    on.open(app::files);
    CHECK(on.gestures("tap-and-hold-select 600 Plan.pdf") == recognised{"long_press"});
    on.open(app::settings);
    CHECK(on.gestures("flick-select down Wi-Fi") == recognised{"flick"});
    on.act("drag-select Wi-Fi -> Airplane Mode");
    CHECK(eventually(5s, [&] { return on.state(app::settings, "offset") > 20; }));
}

void write_texts(debugged_phone& on)
{
    on.open(app::notes);
    on.act("tap 310 400");
    on.act("type Grüße,  thimble 🧵");
    CHECK(on.state(app::notes, "text") == "Grüße,  thimble 🧵");
    on.act("keypress backspace 2");
    CHECK(on.state(app::notes, "text") == "Grüße,  thimble");
    on.act("triple-tap-select Note");
    CHECK_FALSE(on.state(app::notes, "selection").is_null());
    on.act("copy-text from a shell");
    CHECK(on.fact("clipboard") == "from a shell");
    CHECK(on.act("read-clipboard").at("text") == "from a shell");
    CHECK(on.front_app() == app::notes);
}

void open_apps(debugged_phone& on)
{
    const auto apps = on.act("apps").at("apps");
    CHECK(std::ranges::any_of(apps, [](const json& each) { return each.at("name") == "Notes"; }));
    on.act("open-app Calculator");
    CHECK(on.front_app() == app::calculator);
    on.act("terminate-app " + std::string(app::calculator));
    CHECK(on.front_app() == app::home_screen);
    on.act("open-url https://example.com/a%20b");
    CHECK(on.state(app::safari, "url") == "https://example.com/a%20b");
    on.act("shortcut Set clipboard");
    CHECK(on.state(app::shortcuts, "last") == "Set clipboard");
}

void show_surfaces(debugged_phone& on)
{
    for (const auto& [action, name] :
         {std::pair("spotlight", "spotlight"), std::pair("app-switcher", "app_switcher"),
          std::pair("control-center", "control_center"),
          std::pair("notification-center", "notification_center")}) {
        on.act(action);
        CHECK(on.surface() == name);
        on.act("escape");
        CHECK(on.surface() != name);
    }
    on.act("siri");
    CHECK(on.surface() == "siri");
    on.act("home");
    CHECK(on.front_app() == app::home_screen);
    on.act("open Notes");
    CHECK(on.front_app() == app::notes);
    on.act("press home");
    CHECK(on.front_app() == app::home_screen);
}

void press_buttons(debugged_phone& on)
{
    const auto volume = on.state(app::home_screen, "volume").get<double>();
    on.act("volume-down");
    CHECK(on.state(app::home_screen, "volume") < volume);
    on.act("volume-up");
    CHECK(on.state(app::home_screen, "volume") == volume);
    const bool silent = on.state(app::home_screen, "silent");
    on.act("action-button");
    CHECK(on.state(app::home_screen, "silent") == !silent);
    on.act("lock");
    CHECK(on.fact("locked") == true);
    on.act("unlock");
    REQUIRE(on.fact("locked") == false);
    on.open(app::sketch);
    on.act("rotate landscape_left");
    CHECK(on.fact("orientation") == "landscape_left");
    on.act("rotate portrait");
    CHECK(on.fact("orientation") == "portrait");
}

void do_several(debugged_phone& on)
{
    const auto done = on.act(R"(batch [{"action": "open-app", "app_name": "Calculator"},)"
                             R"( {"action": "tap-select", "selector": "AC"},)"
                             R"( {"action": "tap-select", "selector": "4"}])");
    CHECK(done.at("steps").size() == 3);
    CHECK(on.state(app::calculator, "display") == "4");
    const auto start = on.phone().next_event();
    const auto outside =
        on.run(R"(batch [{"action": "home"}, {"action": "tap", "x": 0, "y": 9999}])");
    CHECK(failed(outside) == "INVALID_ARGUMENT");
    CHECK(record_of(outside).at("context").at("field") == "steps[1].y");
    CHECK(on.phone().events(start).empty());
}

void look(debugged_phone& on)
{
    const auto file = on.home().state.path() / "out.png";
    on.act("screenshot " + file.string());
    CHECK(std::filesystem::file_size(file) > 1000);
    CHECK(on.listed_phones().at(0).at("unique_id") == on.phone().udid());
}

/// The actions that --help lists.
std::set<std::string> known_actions()
{
    std::istringstream help(run("thimbled", {"--help"}).output);
    std::set<std::string> names;
    bool listed = false;
    for (std::string line; std::getline(help, line);) {
        if (line.starts_with("Actions of --debug"))
            listed = true;
        else if (listed && line.empty())
            break;
        else if (listed)
            names.insert(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

} // namespace

TEST_CASE("every action of --debug has its effect without a server", "[daemon]")
{
    debugged_phone on;
    for (const auto part : {touch_places, touch_elements, write_texts, open_apps, show_surfaces,
                            press_buttons, do_several, look})
        part(on);
    auto expected = known_actions();
    CHECK(expected.size() > 30);
    expected.insert("swipe");
    CHECK(on.names() == expected);
}

TEST_CASE("actions of --debug have their effect beside a running thimbled", "[daemon]")
{
    debugged_phone on("iPhone 15 Pro,ios=18.5,passcode=2580");
    const auto daemon = on.start_daemon();
    do_several(on);
    write_texts(on);
    on.act("lock");
    const auto opened = on.run("unlock", {{"THIMBLE_PASSCODE", "2580"}});
    CHECK(done(opened).at("receipt").at("verified") == true);
    CHECK(on.fact("locked") == false);
}

TEST_CASE("a passcode for --debug comes from the environment or standard input", "[daemon]")
{
    debugged_phone on("iPhone 15 Pro,ios=18.5,passcode=2580");
    on.act("lock");
    const auto typed = on.run("unlock 2580");
    CHECK(typed.code == 2);
    CHECK(typed.errors.contains("THIMBLE_PASSCODE"));
    const auto without = failed(on.run("unlock"));
    // The latter where the machine was too slow for the keypad to be looked for in time.
    CHECK((without == "ACTION_FAILED" || without == "TIMEOUT"));
    CHECK(on.fact("locked") == true);
    const auto wrong = on.run("unlock", {{"THIMBLE_PASSCODE", "8642"}});
    CHECK(record_of(wrong).at("context").at("cause") == "passcode_wrong");
    done(on.run("unlock", {{"THIMBLE_PASSCODE", "2580"}}));
    CHECK(on.fact("locked") == false);
    on.act("lock");
    const auto piped = on.run_with_input("unlock -", "2580");
    done(piped);
    CHECK(on.fact("locked") == false);
    for (const auto& each : {typed, wrong, piped})
        CHECK_FALSE((each.output + each.errors).contains("2580"));
}

} // namespace thimble::e2e
