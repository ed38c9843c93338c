#include "tests/catch2.hpp"
#include "virtualphone/os/gestures/gesture_report.hpp"

using thimble::virtualphone::gesture;
using thimble::virtualphone::gesture_kind;
using thimble::virtualphone::milliseconds;
using thimble::virtualphone::report;

namespace {

gesture of_kind(gesture_kind kind)
{
    gesture out;
    out.kind = kind;
    out.start = {.x = 10, .y = 20};
    out.where = {.x = 50, .y = 20};
    return out;
}

std::string name_of(const gesture& what)
{
    const auto reported = report(what);
    REQUIRE(reported.size() == 1);
    return reported.front().at("name").get<std::string>();
}

} // namespace

TEST_CASE("taps are named by their number", "[virtualphone]")
{
    auto tap = of_kind(gesture_kind::tap);
    CHECK(name_of(tap) == "tap");
    tap.taps = 2;
    CHECK(name_of(tap) == "double_tap");
    tap.taps = 3;
    CHECK(name_of(tap) == "triple_tap");
    CHECK(report(tap).front().at("x") == 10);
    CHECK_FALSE(report(tap).front().contains("to_x"));
}

TEST_CASE("a drag is a flick by its speed at the end, and a drop after a hold", "[virtualphone]")
{
    auto drag = of_kind(gesture_kind::pan_end);
    CHECK(name_of(drag) == "pan");
    CHECK(report(drag).front().at("to_x") == 50);
    drag.velocity = {.x = 200, .y = 200};
    CHECK(name_of(drag) == "flick");
    drag.held = true;
    CHECK(name_of(drag) == "drag_and_drop");
}

TEST_CASE("two fingers that pinch and turn are reported as both", "[virtualphone]")
{
    auto pair = of_kind(gesture_kind::two_fingers_end);
    CHECK(name_of(pair) == "pan");
    pair.pinched = pair.rotated = true;
    pair.scale = 2;
    pair.radians = 1;
    const auto reported = report(pair);
    REQUIRE(reported.size() == 2);
    CHECK(reported[0].at("scale") == 2);
    CHECK(reported[1].at("radians") == 1);
}

TEST_CASE("what is still going on is not reported", "[virtualphone]")
{
    for (const auto kind : {gesture_kind::pan_begin, gesture_kind::pan_move,
                            gesture_kind::two_fingers_begin, gesture_kind::two_fingers_move})
        CHECK(report(of_kind(kind)).empty());
}
