#include "gesture/drag.hpp"
#include "gesture/pan.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"

namespace thimble::gesture {

using std::chrono::milliseconds;

TEST_CASE("several taps are one finger that comes down again and again", "[gesture]")
{
    CHECK(to_string(double_tap({1, 2})) == "0ms (1,2) -> 50ms (1,2)\n130ms (1,2) -> 180ms (1,2)");
    CHECK(triple_tap({1, 2}).contacts.size() == 3);
}

TEST_CASE("a hold is as long as it is told", "[gesture]")
{
    CHECK(to_string(tap_and_hold({1, 2}, milliseconds(730))) == "0ms (1,2) -> 730ms (1,2)");
}

TEST_CASE("a pan rests before it lifts", "[gesture]")
{
    CHECK(to_string(pan({100, 600}, direction::up, milliseconds(500), {400, 800}).path) ==
          "0ms (100,600) -> 500ms (100,400) -> 650ms (100,400)");
}

TEST_CASE("a drag's time follows from its length and pace", "[gesture]")
{
    CHECK(drag_time({0, 0}, {300, 400}, pace::medium) == milliseconds(1000));
    CHECK(drag_time({0, 0}, {300, 0}, pace::slow) == milliseconds(2000));
    CHECK(drag_time({0, 0}, {300, 0}, pace::fast) == milliseconds(200));
    CHECK(drag_time({0, 0}, {1, 0}, pace::fast) == shortest_drag);
}

TEST_CASE("a drag rests where it ends, and may hold where it begins", "[gesture]")
{
    CHECK(to_string(drag({0, 0}, {500, 0}, pace::medium)) ==
          "0ms (0,0) -> 1000ms (500,0) -> 1150ms (500,0)");
    CHECK(to_string(hold_and_drag({0, 0}, {500, 0}, milliseconds(600), pace::medium)) ==
          "0ms (0,0) -> 600ms (0,0) -> 1600ms (500,0) -> 1750ms (500,0)");
}

} // namespace thimble::gesture
