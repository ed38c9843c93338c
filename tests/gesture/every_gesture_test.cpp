// Properties of every gesture, at every place of every panel.
#include "gesture/drag.hpp"
#include "gesture/flick.hpp"
#include "gesture/pan.hpp"
#include "gesture/pinch.hpp"
#include "gesture/system_gestures.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"
#include "tests/gesture/random_places.hpp"

#include <algorithm>
#include <array>

namespace thimble::gesture {

namespace {

using std::chrono::milliseconds;

constexpr int rounds = 2000;
constexpr double rounding = 1e-9; // of sine and cosine

constexpr std::array ways{direction::up, direction::down, direction::left, direction::right};
constexpr std::array kinds{pinch_kind::in, pinch_kind::out, pinch_kind::clockwise,
                           pinch_kind::counter_clockwise};
constexpr std::array paces{pace::slow, pace::medium, pace::fast};

bool is_inside(point where, bounds panel, double margin)
{
    return where.x >= margin - rounding && where.x <= panel.width - margin + rounding &&
           where.y >= margin - rounding && where.y <= panel.height - margin + rounding;
}

bool stays_inside(const touch_path& path, bounds panel, double margin = 0)
{
    for (const contact& finger : path.contacts)
        for (const sample& one : finger.samples)
            if (!is_inside(one.where, panel, margin))
                return false;
    return true;
}

bool times_never_decrease(const touch_path& path)
{
    for (const contact& finger : path.contacts)
        if (finger.samples.empty() || !std::ranges::is_sorted(finger.samples, {}, &sample::at))
            return false;
    return !path.contacts.empty();
}

/// With the panel, the time and the places it was made for in the message of a failure.
void check(const touch_path& path, bounds panel, milliseconds expected)
{
    CAPTURE(panel.width, panel.height, to_string(path));
    REQUIRE(stays_inside(path, panel));
    REQUIRE(times_never_decrease(path));
    REQUIRE(path.duration() == expected);
}

} // namespace

TEST_CASE("every touch with one finger stays on the panel and takes its time", "[gesture]")
{
    random_places any;
    for (int i = 0; i < rounds; ++i) {
        const bounds panel = any.panel();
        const point from = any.on(panel);
        const point to = any.on(panel);
        const milliseconds time = any.time(30'000);
        check(tap(from), panel, tap_hold);
        check(double_tap(from), panel, 2 * tap_hold + tap_gap);
        check(triple_tap(from), panel, 3 * tap_hold + 2 * tap_gap);
        check(tap_and_hold(from, time), panel, time);
        for (const direction towards : ways) {
            check(flick(from, towards, panel).path, panel, flick_time);
            check(pan(from, towards, time, panel).path, panel, time + rest_before_lift);
        }
        for (const pace how_fast : paces) {
            const milliseconds moves = drag_time(from, to, how_fast);
            check(drag(from, to, how_fast), panel, moves + rest_before_lift);
            check(hold_and_drag(from, to, time, how_fast), panel, time + moves + rest_before_lift);
        }
    }
}

TEST_CASE("every touch with two fingers keeps the margin and takes its time", "[gesture]")
{
    random_places any;
    for (int i = 0; i < rounds; ++i) {
        const bounds panel = any.panel();
        const milliseconds time = any.time(500);
        for (const pinch_kind kind : kinds) {
            const shaped_path gesture = pinch(any.on(panel), kind, time, panel);
            check(gesture.path, panel, time + rest_before_lift);
            REQUIRE(stays_inside(gesture.path, panel, edge_margin));
            REQUIRE(gesture.path.contacts.size() == 2);
        }
    }
}

TEST_CASE("every swipe of the system begins and ends on the panel", "[gesture]")
{
    random_places any;
    for (int i = 0; i < rounds; ++i) {
        const bounds panel = any.panel();
        check(app_switcher(panel), panel, edge_swipe_time + switcher_rest);
        check(control_center(panel, bottom_edge::home_indicator), panel, edge_swipe_time);
        check(control_center(panel, bottom_edge::home_button), panel, edge_swipe_time);
        check(notification_center(panel), panel, edge_swipe_time);
        check(spotlight(panel), panel, edge_swipe_time);
        check(unlock_swipe(panel), panel, throw_time);
        check(dismiss_swipe(panel), panel, throw_time);
    }
}

TEST_CASE("what is bent says so, what is not does not", "[gesture]")
{
    constexpr bounds panel{.width = 400, .height = 800};
    CHECK_FALSE(pan({200, 400}, direction::up, milliseconds(500), panel).shaped);
    CHECK(pan({200, 100}, direction::up, milliseconds(500), panel).shaped);
    CHECK_FALSE(pinch({200, 400}, pinch_kind::in, milliseconds(500), panel).shaped);
    CHECK(pinch({1, 1}, pinch_kind::in, milliseconds(500), panel).shaped);
}

} // namespace thimble::gesture
