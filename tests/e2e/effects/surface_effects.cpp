// The system's own surfaces: brought up over an app, and left.
#include "tests/e2e/effects/effect.hpp"

#include <algorithm>
#include <array>

namespace thimble::e2e {

using nlohmann::json;

namespace {

std::string surface(const driven_phone& on)
{
    return on.state_of(app::home_screen).at("surface").get<std::string>();
}

/// True where the last two presses of the home button were too far apart to be a double press for
/// the phone (400 ms), as on a machine that gives the programs too little of its time.
bool presses_were_apart(const driven_phone& on, std::size_t since)
{
    const auto presses = on.phone().events_of("button", since);
    return presses.size() == 2 && presses.front().at("name") == "home" &&
           presses.back().at("t_ms").get<double>() - presses.front().at("t_ms").get<double>() > 400;
}

/// Done, and seen to have been done.
void bring_up(const driven_phone& on, const std::string& action)
{
    auto since = on.now();
    auto answer = on.attempt(action);
    for (int again = 0; again < 3 && answer.status == 502 && presses_were_apart(on, since);
         ++again) {
        since = on.now();
        answer = on.attempt(action);
    }
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    const auto record = answer.json();
    CHECK(record.at("receipt").at("verified") == true);
    on.wait_until_known();
}

/// From an app and from the home screen; a second time nothing happens; Escape leaves it.
void check_surface(const driven_phone& on, const std::string& action)
{
    std::string expected = action;
    std::ranges::replace(expected, '-', '_');
    on.open(app::sketch);
    for (const auto* from : {"app", "home"}) {
        INFO("from " << from);
        bring_up(on, action);
        CHECK(surface(on) == expected);
        const auto start = on.now();
        bring_up(on, action);
        CHECK(on.touches_since(start).empty());
        bring_up(on, "escape");
        const auto left = surface(on);
        CHECK((left == "app" || left == "home"));
        bring_up(on, "home");
    }
}

void app_switcher(const driven_phone& on)
{
    check_surface(on, "app-switcher");
}

void control_center(const driven_phone& on)
{
    check_surface(on, "control-center");
}

bool is_switched_on(const driven_phone& on, const std::string& name)
{
    const auto names = on.state_of(app::home_screen).at("switched_on");
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Surfaces over an app are listed and touched, and the app's own elements after them.
void switches_over_an_app(const driven_phone& on)
{
    on.open(app::calculator);
    bring_up(on, "control-center");
    REQUIRE(is_switched_on(on, "Bluetooth"));
    on.act("tap/select", {{"selector", "Bluetooth"}});
    CHECK_FALSE(is_switched_on(on, "Bluetooth"));
    on.act("tap", {{"x", on.middle_of("Bluetooth").x}, {"y", on.middle_of("Bluetooth").y}});
    CHECK(is_switched_on(on, "Bluetooth"));
    CHECK(surface(on) == "control_center");
    bring_up(on, "escape");
    on.act("tap/select", {{"selector", "AC"}});
    on.act("tap/select", {{"selector", "7"}});
    CHECK(on.state_of(app::calculator).at("display") == "7");
}

void notification_center(const driven_phone& on)
{
    check_surface(on, "notification-center");
}

void spotlight(const driven_phone& on)
{
    check_surface(on, "spotlight");
}

void search(const driven_phone& on)
{
    bring_up(on, "spotlight");
    on.act("type", {{"text", "Calc"}});
    on.act("tap/select", {{"selector", "Calculator"}});
    CHECK(on.front_app() == app::calculator);
}

/// In an app, Escape is the key: it closes what is open in front of the page.
void escape_in_an_app(const driven_phone& on)
{
    on.open(app::notes);
    on.act("tap/select", {{"selector", "Note"}});
    REQUIRE(on.fact("keyboard_shown") == true);
    bring_up(on, "escape");
    CHECK(on.fact("keyboard_shown") == false);
    CHECK(on.front_app() == app::notes);
}

void home(const driven_phone& on)
{
    on.open(app::sketch);
    for (int time = 0; time < 2; ++time) { // the second time it is there already
        bring_up(on, "home");
        CHECK(on.front_app() == app::home_screen);
        CHECK(surface(on) == "home");
    }
}

/// Each comes up over each of the others.
void over_one_another(const driven_phone& on)
{
    constexpr std::array actions{"app-switcher", "control-center", "notification-center",
                                 "spotlight"};
    for (const std::string first : actions)
        for (const std::string second : actions) {
            if (first == second)
                continue;
            INFO(first << ", then " << second);
            on.open(app::sketch);
            const auto strokes = on.state_of(app::sketch).at("strokes");
            bring_up(on, first);
            bring_up(on, second);
            CHECK(on.state_of(app::sketch).at("strokes") == strokes); // the app felt nothing
            auto expected = second;
            std::ranges::replace(expected, '-', '_');
            CHECK(surface(on) == expected);
        }
    bring_up(on, "home");
}

constexpr std::array effects_of_surfaces{
    effect{"app-switcher", "", app_switcher},
    effect{"control-center", "", control_center},
    effect{"control-center", "whose switches are touched by name", switches_over_an_app},
    effect{"notification-center", "", notification_center},
    effect{"spotlight", "", spotlight},
    effect{"spotlight", "finds an app", search},
    effect{"app-switcher", "and the others, over one another", over_one_another},
    effect{"escape", "in an app", escape_in_an_app},
    effect{"home", "from an app, and from itself", home},
};

} // namespace

std::span<const effect> surface_effects()
{
    return effects_of_surfaces;
}

} // namespace thimble::e2e
