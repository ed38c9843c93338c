#include "tests/approx.hpp"
#include "virtualphone/os/apps/map_camera.hpp"

#include <numbers>

using thimble::tests::Approx;
using thimble::virtualphone::map_camera;
using thimble::virtualphone::place;

namespace {

map_camera camera()
{
    map_camera out;
    out.middle = {.x = 200, .y = 400};
    return out;
}

} // namespace

TEST_CASE("a map follows the finger that pushes it", "[virtualphone]")
{
    auto seen = camera();
    seen.move_by({.x = 30, .y = -10});
    CHECK(seen.centre.x == Approx(-30));
    CHECK(seen.centre.y == Approx(10));
    CHECK(seen.to_screen({.x = 0, .y = 0}).x == Approx(230));
}

TEST_CASE("what is under the fingers stays there while they pinch and turn", "[virtualphone]")
{
    auto seen = camera();
    const place fingers{.x = 90, .y = 620};
    const auto below = seen.to_map(fingers);
    seen.scale_by(2.5, fingers);
    seen.turn_by(1.1, fingers);
    CHECK(seen.zoom == Approx(2.5));
    CHECK(seen.radians == Approx(1.1));
    CHECK(seen.to_screen(below).x == Approx(fingers.x));
    CHECK(seen.to_screen(below).y == Approx(fingers.y));
}

TEST_CASE("turning clockwise brings what was north to the east", "[virtualphone]")
{
    auto seen = camera();
    seen.turn_by(std::numbers::pi / 2, seen.middle);
    const auto north = seen.to_screen({.x = 0, .y = -50});
    CHECK(north.x == Approx(250));
    CHECK(north.y == Approx(400));
}

TEST_CASE("a map is turned half a circle at most, either way", "[virtualphone]")
{
    auto seen = camera();
    for (int i = 0; i < 3; ++i)
        seen.turn_by(std::numbers::pi / 2, seen.middle);
    CHECK(seen.radians == Approx(-std::numbers::pi / 2));
}

TEST_CASE("zoom and place end where the map ends", "[virtualphone]")
{
    auto seen = camera();
    seen.scale_by(1e9, {.x = 0, .y = 0});
    CHECK(seen.zoom == map_camera::nearest);
    seen.scale_by(1e-9, {.x = 0, .y = 0});
    CHECK(seen.zoom == map_camera::farthest);
    seen.move_by({.x = -1e9, .y = 1e9});
    CHECK(seen.centre.x == map_camera::edge);
    CHECK(seen.centre.y == -map_camera::edge);
}
