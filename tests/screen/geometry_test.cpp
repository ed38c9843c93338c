#include "screen/geometry.hpp"
#include "screen/scale.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <rapidcheck.h>
#include <vector>

using thimble::screen::geometry;
using thimble::screen::interface;
using thimble::screen::is_landscape;
using thimble::screen::orientation;
using thimble::screen::pixel;
using thimble::screen::pixel_size;
using thimble::screen::place;
using thimble::screen::point_size;
using thimble::screen::scaled_size;

namespace {

struct glass {
    pixel_size panel;
    double scale;
};

// Portrait panels of the phones and the iPad that are around, and one whose interface is not a
// whole number of points wide (an enlarged display).
const std::vector<glass> panels{{{750, 1334}, 2},  {{828, 1792}, 2},    {{1080, 2340}, 3},
                                {{1125, 2436}, 3}, {{1170, 2532}, 3},   {{1179, 2556}, 3},
                                {{1290, 2796}, 3}, {{1320, 2868}, 3},   {{1620, 2160}, 2},
                                {{2048, 2732}, 2}, {{1080, 1920}, 2.88}};

const std::vector<orientation> orientations{orientation::portrait, orientation::landscape_left,
                                            orientation::landscape_right, orientation::upside_down};

pixel_size upright(pixel_size panel, orientation turned)
{
    return is_landscape(turned) ? pixel_size{panel.height, panel.width} : panel;
}

struct screen_now {
    pixel_size panel;
    interface shown;
    pixel_size native; // upright as it is turned
    pixel_size screenshot;

    geometry mapping() const { return {panel, shown, screenshot}; }
};

screen_now turn(const glass& of, orientation turned)
{
    const pixel_size native = upright(of.panel, turned);
    return {
        .panel = of.panel,
        .shown = {.size = {native.width / of.scale, native.height / of.scale}, .turned = turned},
        .native = native,
        .screenshot = scaled_size(native)};
}

screen_now any_screen()
{
    return turn(*rc::gen::elementOf(panels), *rc::gen::elementOf(orientations));
}

pixel any_pixel(pixel_size within)
{
    return {*rc::gen::inRange(0, within.width), *rc::gen::inRange(0, within.height)};
}

/// Where a place of the upright native picture lies on the panel, by turning the device in the
/// hand.
place turned_by_hand(place at, const screen_now& now)
{
    const double width = now.panel.width;
    const double height = now.panel.height;
    switch (now.shown.turned) {
    case orientation::landscape_left:
        return {width - at.y, at.x};
    case orientation::landscape_right:
        return {at.y, height - at.x};
    case orientation::upside_down:
        return {width - at.x, height - at.y};
    case orientation::portrait:
        break;
    }
    return at;
}

bool holds(const std::function<void()>& property)
{
    return rc::check(property);
}

} // namespace

TEST_CASE("a tap on a screenshot pixel lands in the panel pixels that it shows", "[screen]")
{
    REQUIRE(holds([] {
        const screen_now now = any_screen();
        const pixel at = any_pixel(now.screenshot);
        const place panel = now.mapping().to_panel(now.mapping().to_interface(at));

        // The rectangle of the upright native picture that was scaled into this pixel.
        const double wide = static_cast<double>(now.native.width) / now.screenshot.width;
        const double high = static_cast<double>(now.native.height) / now.screenshot.height;
        const place first = turned_by_hand({at.x * wide, at.y * high}, now);
        const place last = turned_by_hand({(at.x + 1) * wide, (at.y + 1) * high}, now);
        RC_ASSERT(panel.x > std::min(first.x, last.x));
        RC_ASSERT(panel.x < std::max(first.x, last.x));
        RC_ASSERT(panel.y > std::min(first.y, last.y));
        RC_ASSERT(panel.y < std::max(first.y, last.y));
    }));
}

TEST_CASE("a screenshot pixel comes back from the interface and from the panel", "[screen]")
{
    REQUIRE(holds([] {
        const screen_now now = any_screen();
        const pixel at = any_pixel(now.screenshot);
        const place point = now.mapping().to_interface(at);
        RC_ASSERT(now.mapping().to_screenshot(point) == at);

        const place back = now.mapping().from_panel(now.mapping().to_panel(point));
        RC_ASSERT(std::abs(back.x - point.x) < 1e-9);
        RC_ASSERT(std::abs(back.y - point.y) < 1e-9);
    }));
}

TEST_CASE("the first and the last pixel stay inside the interface", "[screen]")
{
    for (const glass& of : panels) {
        for (const orientation turned : orientations) {
            const screen_now now = turn(of, turned);
            const place first = now.mapping().to_interface({0, 0});
            const place last =
                now.mapping().to_interface({now.screenshot.width - 1, now.screenshot.height - 1});
            CHECK(first.x > 0);
            CHECK(first.y > 0);
            CHECK(last.x < now.shown.size.width);
            CHECK(last.y < now.shown.size.height);
        }
    }
}

TEST_CASE("a place outside the interface gives the nearest screenshot pixel", "[screen]")
{
    const screen_now now = turn(panels.front(), orientation::portrait);
    CHECK(now.mapping().to_screenshot({-5, -5}) == pixel{0, 0});
    CHECK(now.mapping().to_screenshot({1e9, 1e9}) ==
          pixel{now.screenshot.width - 1, now.screenshot.height - 1});
}

TEST_CASE("orientations have the names of the contract", "[screen]")
{
    using thimble::screen::parse_orientation;
    for (const orientation turned : orientations)
        CHECK(parse_orientation(to_string(turned)) == turned);
    CHECK(parse_orientation("left") == orientation::landscape_left);
    CHECK(parse_orientation("right") == orientation::landscape_right);
    CHECK_FALSE(parse_orientation("sideways"));
}
