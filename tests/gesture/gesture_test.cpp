#include "gesture/flick.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"

#include <algorithm>
#include <cmath>

using thimble::gesture::bounds;
using thimble::gesture::direction;
using thimble::gesture::edge_margin;
using thimble::gesture::flick;
using thimble::gesture::flick_length;
using thimble::gesture::point;
using thimble::gesture::shaped_path;
using thimble::gesture::tap;
using thimble::gesture::to_string;

namespace {

constexpr bounds phone{.width = 393, .height = 852};

point begin_of(const shaped_path& gesture)
{
    return gesture.path.contacts.front().samples.front().where;
}

point end_of(const shaped_path& gesture)
{
    return gesture.path.contacts.front().samples.back().where;
}

} // namespace

TEST_CASE("a tap is one finger, down and up at one place", "[gesture]")
{
    CHECK(to_string(tap({10.5, 20})) == "0ms (10.5,20) -> 50ms (10.5,20)");
    CHECK(tap({1, 2}).duration() == std::chrono::milliseconds(50));
}

TEST_CASE("a flick moves the way it is told and lifts while it moves", "[gesture]")
{
    CHECK(to_string(flick({196, 600}, direction::up, phone).path) ==
          "0ms (196,600) -> 100ms (196,400)");
    CHECK(end_of(flick({196, 400}, direction::down, phone)) == point{196, 600});
    CHECK(end_of(flick({300, 400}, direction::left, phone)) == point{100, 400});
    CHECK(end_of(flick({100, 400}, direction::right, phone)) == point{300, 400});
    CHECK_FALSE(flick({196, 600}, direction::up, phone).shaped);
}

TEST_CASE("a flick that would leave the panel ends at its margin", "[gesture]")
{
    const shaped_path gesture = flick({196, 150}, direction::up, phone);
    CHECK(gesture.shaped);
    CHECK(begin_of(gesture) == point{196, 150});
    CHECK(end_of(gesture) == point{196, edge_margin});
}

TEST_CASE("a flick without room begins further in and keeps half its length", "[gesture]")
{
    const shaped_path gesture = flick({196, 10}, direction::up, phone);
    CHECK(gesture.shaped);
    CHECK(begin_of(gesture) == point{196, edge_margin + (flick_length / 2)});
    CHECK(end_of(gesture) == point{196, edge_margin});
}

TEST_CASE("every flick from every place stays on the panel and moves", "[gesture]")
{
    for (const direction towards :
         {direction::up, direction::down, direction::left, direction::right}) {
        for (double x = 0.25; x < phone.width; x += 8.5) {
            for (double y = 0.25; y < phone.height; y += 8.5) {
                const shaped_path gesture = flick({x, y}, towards, phone);
                const point from = begin_of(gesture);
                const point to = end_of(gesture);
                REQUIRE(std::min(from.x, to.x) >= 0);
                REQUIRE(std::max(from.x, to.x) <= phone.width);
                REQUIRE(std::min(from.y, to.y) >= 0);
                REQUIRE(std::max(from.y, to.y) <= phone.height);
                REQUIRE(std::hypot(to.x - from.x, to.y - from.y) >= flick_length / 2);
            }
        }
    }
}
