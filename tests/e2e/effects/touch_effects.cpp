// Touches at places of the screenshot.
#include "tests/e2e/effects/effect.hpp"
#include "tests/e2e/effects/map_view.hpp"
#include "tests/e2e/effects/note.hpp"
#include "tests/e2e/effects/places.hpp"
#include "tests/e2e/effects/settings_list.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// The last stroke of the sketch began at one pixel and ended at the other, to half a native pixel.
void check_stroke(const driven_phone& on, pixel from, pixel to)
{
    const auto stroke = on.state_of(app::sketch).at("points");
    INFO(stroke.dump());
    REQUIRE(!stroke.empty());
    const double slack = 0.51 / on.fact("scale").get<double>();
    const auto is_at = [&](const json& sample, pixel where) {
        const auto wanted = on_phone(on, where);
        return std::abs(sample.at(0).get<double>() - wanted.x) < slack &&
               std::abs(sample.at(1).get<double>() - wanted.y) < slack;
    };
    CHECK(is_at(stroke.front(), from));
    CHECK(is_at(stroke.back(), to));
}

void tap(const driven_phone& on)
{
    on.open(app::sketch);
    const auto middle = on.middle();
    for (const pixel where : {middle, pixel{.x = 150, .y = 200}}) {
        const auto strokes = on.state_of(app::sketch).at("strokes").get<int>();
        on.act("tap", at(where));
        CHECK(on.state_of(app::sketch).at("strokes") == strokes + 1);
        check_stroke(on, where, where);
    }
}

void double_tap_zooms(const driven_phone& on)
{
    const map_view map(on);
    on.act("double-tap", at(on.middle()));
    CHECK(map.zoom() == 2);
}

void double_tap_selects_a_word(const driven_phone& on)
{
    const note written(on, "hello world");
    on.act("double-tap", at(written.first_word()));
    CHECK(written.selection() == json({0, 5}));
}

void triple_tap_selects_a_paragraph(const driven_phone& on)
{
    const note written(on, "hello world\nand more");
    on.act("triple-tap", at(written.first_word()));
    CHECK(written.selection() == json({0, 11}));
}

/// The time of it: where a report tells of it, by the clock that the report was stamped with, since
/// on a busy computer some come late; else by the phone's.
double moment_of(const json& touch)
{
    return touch.value("reported_ms", touch.at("t_ms").get<double>());
}

/// Time that the only finger since then was on the glass, in milliseconds.
double time_down(const driven_phone& on, std::size_t since)
{
    const auto touches = on.touches_since(since);
    REQUIRE(on.fingers_since(since) == 1);
    return moment_of(touches.back()) - moment_of(touches.front());
}

/// A runner at the pace of a real phone, in a campaign, is a little late at times: milliseconds.
double lateness(const driven_phone& on)
{
    return on.has_runner() && campaign() ? 50 : 1;
}

void check_held(const driven_phone& on, double milliseconds, double wanted)
{
    CHECK(milliseconds >= wanted - 1);
    CHECK(milliseconds <= wanted + lateness(on));
}

void tap_and_hold(const driven_phone& on)
{
    on.open(app::sketch);
    auto start = on.now();
    on.act("tap-and-hold", at(on.middle()));
    check_held(on, time_down(on, start), 1000);
    CHECK(on.recognised("long_press", start));
    start = on.now();
    on.act("tap-and-hold", at(on.middle(), {{"duration_ms", 300}}));
    check_held(on, time_down(on, start), 300);
    CHECK_FALSE(on.recognised("long_press", start));
}

/// The menu of a held file copies, which the clipboard shows.
void tap_and_hold_opens_a_menu(const driven_phone& on)
{
    on.open(app::files);
    on.phone().make("clipboard", {{"text", ""}});
    on.act("tap-and-hold", at(on.middle_of("Plan.pdf"), {{"duration_ms", 800}}));
    on.act("tap", at(on.middle_of("Copy")));
    CHECK(on.fact("clipboard") == "Plan.pdf");
}

constexpr double way = 200; // points that the finger of a flick or a pan goes at most

void flick_up_and_down(const driven_phone& on)
{
    const settings_list list(on);
    const auto start = on.now();
    on.act("flick", at(on.middle(), {{"direction", "up"}}));
    CHECK(on.recognised("flick", start));
    CHECK(eventually(5s, [&] { return list.offset() > way; })); // further than the finger
    list.scroll_to_top();
}

void flick_left_and_right(const driven_phone& on)
{
    on.open(app::photos);
    if (on.state_of(app::photos).at("open").is_null())
        on.act("tap", at(on.middle_of("Photo 2")));
    const auto open = [&] { return on.state_of(app::photos).at("open"); };
    const auto first = open().get<int>();
    on.act("flick", at(on.middle(), {{"direction", "left"}}));
    CHECK(eventually(5s, [&] { return open() == first + 1; }));
    on.act("flick", at(on.middle(), {{"direction", "right"}}));
    CHECK(eventually(5s, [&] { return open() == first; }));
}

/// The map goes with the finger, and stops with it.
void pan(const driven_phone& on)
{
    const map_view map(on);
    const auto moved = [&](const char* direction) {
        const auto before = map.centre();
        const auto start = on.now();
        on.act("pan", at(on.middle(), {{"direction", direction}, {"duration_ms", 300}}));
        CHECK_FALSE(on.recognised("flick", start));
        const auto after = map.centre();
        return point{.x = after.x - before.x, .y = after.y - before.y};
    };
    const auto right = moved("right");
    CHECK(right.x < -100);
    CHECK(right.x >= -way - 1);
    CHECK(std::abs(right.y) < 1);
    CHECK(moved("left").x > 100);
    const auto down = moved("down");
    CHECK(down.y < -80);
    CHECK(down.y >= -way - 1);
    CHECK(std::abs(down.x) < 1);
    CHECK(moved("up").y > 80);
}

void pan_stops_a_list(const driven_phone& on)
{
    const settings_list list(on);
    on.act("pan", at(on.middle(), {{"direction", "up"}}));
    const double after = list.offset();
    CHECK(after > 80);
    CHECK(after <= way + 1);
    on.act("pan", at(on.middle(), {{"direction", "down"}}));
    CHECK(list.offset() < 1);
}

void drag(const driven_phone& on)
{
    on.open(app::sketch);
    const auto middle = on.middle();
    const pixel from{.x = middle.x - 60, .y = middle.y - 90};
    const pixel to{.x = middle.x + 100, .y = middle.y + 50};
    double time_before = 1e9;
    for (const char* speed : {"slow", "medium", "fast"}) {
        INFO(speed);
        const auto start = on.now();
        on.act("drag", between(from, to, {{"speed", speed}}));
        check_stroke(on, from, to);
        const auto time = time_down(on, start);
        CHECK(time < time_before);
        time_before = time;
    }
}

/// The file is in the folder, and no longer where it was.
void hold_and_drag_carries_a_file(const driven_phone& on)
{
    on.open(app::files);
    const auto items = [&] { return on.state_of(app::files).at("items"); };
    const auto top = on.state_of(app::files).at("path").get<std::string>();
    const auto file = items().at(top).at(0).get<std::string>();
    const auto in_folder = [&] {
        const auto content = items().at("Archive");
        return std::ranges::find(content, json(file)) != content.end();
    };
    const auto with_file = [&](const json& more) {
        return between(on.middle_of(file), on.middle_of("Archive"), more);
    };
    on.act("drag", with_file(json::object()));
    CHECK_FALSE(in_folder());
    on.act("hold-and-drag", with_file({{"hold_duration_ms", 700}, {"speed", "slow"}}));
    CHECK(in_folder());
}

void hold_and_drag(const driven_phone& on)
{
    on.open(app::sketch);
    const auto from = on.middle();
    const pixel to{.x = from.x + 120, .y = from.y - 60};
    const auto time_of_drag = [&](const json& more) {
        const auto start = on.now();
        on.act("hold-and-drag", between(from, to, more));
        check_stroke(on, from, to);
        return time_down(on, start);
    };
    const auto usual = time_of_drag(json::object());
    const auto without_hold = time_of_drag({{"hold_duration_ms", 0}});
    CHECK(std::abs(usual - 500 - without_hold) <= lateness(on)); // either may have been late
    CHECK(time_of_drag({{"speed", "slow"}}) > usual);
    CHECK(time_of_drag({{"speed", "fast"}}) < usual);
}

void pinch(const driven_phone& on)
{
    const map_view map(on);
    const auto middle = on.middle();
    const auto out = on.act("pinch", at(middle, {{"action", "pinch_out"}}));
    CHECK(out.at("receipt").at("shaped") == false);
    const auto nearer = map.zoom();
    CHECK(nearer > 1);
    on.act("pinch", at(middle, {{"action", "pinch_in"}, {"duration_ms", 300}}));
    CHECK(map.zoom() < nearer);
    CHECK(map.rotation() == 0);
}

void rotate_with_two_fingers(const driven_phone& on)
{
    const map_view map(on);
    const auto middle = on.middle();
    on.act("pinch", at(middle, {{"action", "rotate_cw"}, {"duration_ms", 500}}));
    CHECK(std::abs(map.rotation() - 90) < 1);
    on.act("pinch", at(middle, {{"action", "rotate_ccw"}}));
    CHECK(std::abs(map.rotation()) < 1);
}

void pinch_in_the_corner(const driven_phone& on)
{
    const map_view map(on);
    const auto out = on.act("pinch", at({.x = 0, .y = 0}, {{"action", "pinch_out"}}));
    CHECK(out.at("receipt").at("shaped") == true);
    CHECK(map.zoom() > 1);
}

constexpr std::array effects_of_touches{
    effect{"tap", "at a pixel", tap},
    effect{"double-tap", "zooms a map", double_tap_zooms},
    effect{"double-tap", "selects a word", double_tap_selects_a_word},
    effect{"triple-tap", "selects a paragraph", triple_tap_selects_a_paragraph},
    effect{"tap-and-hold", "for 1 s, and for less than a long press", tap_and_hold},
    effect{"tap-and-hold", "opens the menu of a file", tap_and_hold_opens_a_menu},
    effect{"flick", "up and down in a list", flick_up_and_down},
    effect{"flick", "left and right between photos", flick_left_and_right},
    effect{"pan", "in all directions", pan},
    effect{"pan", "stops where it ends", pan_stops_a_list},
    effect{"drag", "at all speeds", drag},
    effect{"hold-and-drag", "carries a file, which a drag does not", hold_and_drag_carries_a_file},
    effect{"hold-and-drag", "with and without a hold, at all speeds", hold_and_drag},
    effect{"pinch", "pinch_out and pinch_in", pinch},
    effect{"pinch", "rotate_cw and rotate_ccw", rotate_with_two_fingers},
    effect{"pinch", "bent to stay on the panel", pinch_in_the_corner},
};

} // namespace

std::span<const effect> touch_effects()
{
    return effects_of_touches;
}

} // namespace thimble::e2e
