// The system's own surfaces: brought up over an app, and left.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/text_reading.hpp"

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
    check_seen(on, answer.json());
    on.wait_until_known();
}

/// Where reports are not acknowledged, it comes to the front a moment after the answer.
void check_surface_is(const driven_phone& on, const std::string& expected)
{
    eventually(5s, [&] { return surface(on) == expected; });
    CHECK(surface(on) == expected);
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
        check_surface_is(on, expected);
        if (on.has_runner()) { // which sees that it is there
            const auto start = on.now();
            bring_up(on, action);
            CHECK(on.touches_since(start).empty());
        }
        bring_up(on, "escape");
        CHECK(eventually(5s, [&] {
            const auto left = surface(on);
            return left == "app" || left == "home";
        }));
        bring_up(on, "home");
        check_surface_is(on, "home");
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

/// A touch may have closed the surface, so that the home button is pressed once and once more.
void switches_over_an_app_by_place(const driven_phone& on)
{
    on.open(app::calculator);
    bring_up(on, "control-center");
    check_surface_is(on, "control_center");
    const bool was_on =
        is_switched_on(on, "Bluetooth"); // another turn of the phone may have left it
    const auto toggle = on.middle_of("Bluetooth");
    on.act("tap", {{"x", toggle.x}, {"y", toggle.y}});
    CHECK(is_switched_on(on, "Bluetooth") != was_on);
    CHECK(surface(on) == "control_center");
    bring_up(on, "home");
    check_surface_is(on, "app");
    bring_up(on, "control-center");
    check_surface_is(on, "control_center");
    bring_up(on, "home"); // nothing has been touched since: the app is left as well
    check_surface_is(on, "home");
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
    if (!on.has_runner())
        until_read_in_place(on, "Calculator"); // the home screen, which slides away, has it as well
    act_on_text(on, "tap/select", {{"selector", "Calculator"}});
    CHECK(on.front_app() == app::calculator);
}

/// In an app, Escape is the key: it closes what is open in front of the page.
void escape_in_an_app(const driven_phone& on)
{
    on.open(app::notes);
    const auto field = on.middle_of("Note");
    on.act("tap", {{"x", field.x}, {"y", field.y}});
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
        check_surface_is(on, "home");
        CHECK(on.front_app() == app::home_screen);
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
            check_surface_is(on, expected);
        }
    bring_up(on, "home");
}

constexpr std::array effects_of_surfaces{
    effect{"app-switcher", "", app_switcher},
    effect{"control-center", "", control_center},
    effect{"control-center", "whose switches are touched", switches_over_an_app,
           switches_over_an_app_by_place},
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
