// Points of the interface on the panel, however the phone is turned.
#include "device/hid/placement.hpp"
#include "tests/catch2.hpp"

#include <rapidcheck.h>

namespace thimble::tests {
namespace {

namespace hid = device::hid;
using screen::orientation;

constexpr screen::pixel_size small_panel{.width = 1179, .height = 2556};
constexpr double small_panel_scale = 3;

screen::interface interface_turned(orientation how)
{
    const double width = small_panel.width / small_panel_scale;
    const double height = small_panel.height / small_panel_scale;
    const bool wide = screen::is_landscape(how);
    return {.size = {.width = wide ? height : width, .height = wide ? width : height},
            .turned = how};
}

/// Where a pixel of the upright picture lies on the panel in portrait: turned to the left, the
/// picture's top is the panel's right edge.
gesture::point on_panel(gesture::point pixel, orientation how)
{
    switch (how) {
    case orientation::landscape_left:
        return {.x = small_panel.width - pixel.y, .y = pixel.x};
    case orientation::landscape_right:
        return {.x = pixel.y, .y = small_panel.height - pixel.x};
    case orientation::upside_down:
        return {.x = small_panel.width - pixel.x, .y = small_panel.height - pixel.y};
    case orientation::portrait:
        break;
    }
    return pixel;
}

gesture::contact straight_finger(gesture::point from, gesture::point to)
{
    return {{{.at = std::chrono::milliseconds(0), .where = from},
             {.at = std::chrono::milliseconds(100), .where = to}}};
}

} // namespace

TEST_CASE("a place is where a person sees it, in each orientation", "[hid]")
{
    const auto how = GENERATE(orientation::portrait, orientation::landscape_left,
                              orientation::landscape_right, orientation::upside_down);
    const auto shown = interface_turned(how);
    const hid::placement places(shown);
    CHECK(rc::check([&] {
        const double x = *rc::gen::inRange(0, 10'001) / 10'000.0 * shown.size.width;
        const double y = *rc::gen::inRange(0, 10'001) / 10'000.0 * shown.size.height;
        const auto unit = places.of({.x = x, .y = y});
        const auto wanted = on_panel({.x = x * small_panel_scale, .y = y * small_panel_scale}, how);
        RC_ASSERT(std::abs((unit.x / 65'535.0 * small_panel.width) - wanted.x) < 1);
        RC_ASSERT(std::abs((unit.y / 65'535.0 * small_panel.height) - wanted.y) < 1);
    }));
}

TEST_CASE("corners are the panel's own, and places beside it the nearest on it", "[hid]")
{
    const auto shown = interface_turned(orientation::portrait);
    const hid::placement places(shown);
    CHECK(places.of({.x = 0, .y = 0}) == hid::panel_place{.x = 0, .y = 0});
    CHECK(places.of({.x = shown.size.width, .y = shown.size.height}) ==
          hid::panel_place{.x = 65'535, .y = 65'535});
    CHECK(places.of({.x = -5, .y = 1e9}) == hid::panel_place{.x = 0, .y = 65'535});
}

TEST_CASE("a swipe from an edge begins at the very edge", "[hid]")
{
    constexpr screen::point_size size{.width = 393, .height = 852};
    const auto begun = [&](gesture::contact finger) {
        return hid::begun_at_the_edge({{std::move(finger)}}, size).contacts.front();
    };
    CHECK(begun(straight_finger({.x = 196.5, .y = 851}, {.x = 196.5, .y = 400})) ==
          straight_finger({.x = 196.5, .y = 852}, {.x = 196.5, .y = 400}));
    CHECK(begun(straight_finger({.x = 0.4, .y = 0.5}, {.x = 100, .y = 100})) ==
          straight_finger({.x = 0, .y = 0}, {.x = 100, .y = 100}));
    const auto inside = straight_finger({.x = 2, .y = 849}, {.x = 100, .y = 100});
    CHECK(begun(inside) == inside);
    const auto tap = straight_finger({.x = 0.5, .y = 0.5}, {.x = 0.5, .y = 0.5});
    CHECK(begun(tap) == tap);
}

TEST_CASE("a finger that is held at an edge before it moves stays there meanwhile", "[hid]")
{
    using std::chrono::milliseconds;
    gesture::touch_path held{{{{{.at = milliseconds(0), .where = {.x = 392.5, .y = 300}},
                                {.at = milliseconds(500), .where = {.x = 392.5, .y = 300}},
                                {.at = milliseconds(600), .where = {.x = 100, .y = 300}}}}}};
    const auto begun = hid::begun_at_the_edge(held, {.width = 393, .height = 852});
    const auto& samples = begun.contacts.front().samples;
    CHECK(samples[0].where == gesture::point{.x = 393, .y = 300});
    CHECK(samples[1].where == gesture::point{.x = 393, .y = 300});
    CHECK(samples[2].where == gesture::point{.x = 100, .y = 300});
}

} // namespace thimble::tests
