#include "tests/approx.hpp"
#include "virtualphone/os/gestures/touch_recogniser.hpp"

using thimble::tests::Approx;
using thimble::virtualphone::gesture;
using thimble::virtualphone::gesture_kind;
using thimble::virtualphone::milliseconds;
using thimble::virtualphone::place;
using thimble::virtualphone::touch_phase;
using thimble::virtualphone::touch_recogniser;

namespace {

constexpr place spot{.x = 100, .y = 200};

std::vector<gesture_kind> kinds(const std::vector<gesture>& gestures)
{
    std::vector<gesture_kind> out;
    for (const auto& each : gestures)
        out.push_back(each.kind);
    return out;
}

milliseconds ms(double count)
{
    return milliseconds(count);
}

} // namespace

TEST_CASE("a finger that comes and goes where it came is a tap", "[virtualphone]")
{
    touch_recogniser recogniser;
    CHECK(recogniser.touch(0, touch_phase::down, spot, ms(0)).empty());
    const auto found =
        recogniser.touch(0, touch_phase::up, {.x = spot.x + 6, .y = spot.y - 7}, ms(100));
    REQUIRE(kinds(found) == std::vector{gesture_kind::tap});
    CHECK(found.front().where.x == spot.x);
}

TEST_CASE("a finger that wanders more than ten points is no tap", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(0));
    const auto found =
        recogniser.touch(0, touch_phase::up, {.x = spot.x + 11, .y = spot.y}, ms(100));
    CHECK(kinds(found) == std::vector{gesture_kind::pan_begin, gesture_kind::pan_end});
}

TEST_CASE("a finger that rests for half a second is a long press and then no tap", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(1000));
    CHECK(recogniser.advance(ms(1499)).empty());
    const auto held = recogniser.advance(ms(1700));
    REQUIRE(kinds(held) == std::vector{gesture_kind::long_press});
    CHECK(held.front().at == ms(1500)); // when it was due, not when somebody looked
    CHECK(recogniser.advance(ms(1800)).empty());
    CHECK(recogniser.touch(0, touch_phase::up, spot, ms(1900)).empty());
}

TEST_CASE("the speed at the end is that of the last tenth of a second", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(0));
    for (int i = 1; i <= 10; ++i) // slow, then fast
        recogniser.touch(0, touch_phase::move, {.x = spot.x, .y = spot.y + 2 * i}, ms(100.0 * i));
    for (int i = 1; i <= 10; ++i)
        recogniser.touch(0, touch_phase::move, {.x = spot.x, .y = spot.y + 20 + 10 * i},
                         ms(1000 + 10.0 * i));
    const auto found =
        recogniser.touch(0, touch_phase::up, {.x = spot.x, .y = spot.y + 120}, ms(1100));
    REQUIRE(kinds(found) == std::vector{gesture_kind::pan_end});
    CHECK(found.front().velocity.y == Approx(1000).epsilon(0.02));
    CHECK(found.front().velocity.x == Approx(0).margin(0.001));
}

TEST_CASE("reports that come late and close together are as fast as their stamps say",
          "[virtualphone]")
{
    touch_recogniser recogniser;
    const auto moved_to = [](double y) { return place{.x = spot.x, .y = y}; };
    recogniser.touch(0, touch_phase::down, spot, ms(0), ms(7000));
    for (int i = 1; i <= 20; ++i)
        recogniser.touch(0, touch_phase::move, moved_to(spot.y + 10 * i), ms(300 + i),
                         ms(7000 + 10.0 * i));
    const auto found =
        recogniser.touch(0, touch_phase::up, moved_to(spot.y + 200), ms(321), ms(7200));
    REQUIRE(kinds(found) == std::vector{gesture_kind::pan_end});
    CHECK(found.front().velocity.y == Approx(1000));
    CHECK(found.front().at == ms(321));
}

TEST_CASE("a finger that rests before it lifts has no speed", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(0));
    recogniser.touch(0, touch_phase::move, {.x = 100, .y = 600}, ms(100));
    const auto found = recogniser.touch(0, touch_phase::up, {.x = 100, .y = 600}, ms(400));
    REQUIRE(kinds(found) == std::vector{gesture_kind::pan_end});
    CHECK(found.front().velocity.y == 0);
}

TEST_CASE("one long step is as fast as its length and its time say", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(0));
    recogniser.touch(0, touch_phase::move, {.x = 100, .y = 300}, ms(200));
    const auto found = recogniser.touch(0, touch_phase::up, {.x = 100, .y = 300}, ms(200));
    REQUIRE(found.size() == 1);
    CHECK(found.front().velocity.y == Approx(500));
}

TEST_CASE("two fingers are no tap and no long press", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(0));
    recogniser.touch(1, touch_phase::down, {.x = 200, .y = 200}, ms(20));
    CHECK(recogniser.advance(ms(600)).empty());
    CHECK(recogniser.touch(1, touch_phase::up, {.x = 200, .y = 200}, ms(620)).empty());
    CHECK(recogniser.touch(0, touch_phase::up, spot, ms(640)).empty());
    CHECK_FALSE(recogniser.any_finger_down());

    recogniser.touch(0, touch_phase::down, spot, ms(1000));
    CHECK(kinds(recogniser.touch(0, touch_phase::up, spot, ms(1080))) ==
          std::vector{gesture_kind::tap});
}

TEST_CASE("a cancelled sequence means nothing until all fingers are up", "[virtualphone]")
{
    touch_recogniser recogniser;
    recogniser.touch(0, touch_phase::down, spot, ms(0));
    recogniser.cancel();
    CHECK(recogniser.touch(0, touch_phase::move, {.x = 100, .y = 400}, ms(50)).empty());
    CHECK(recogniser.touch(0, touch_phase::up, {.x = 100, .y = 400}, ms(60)).empty());
    recogniser.touch(0, touch_phase::down, spot, ms(100));
    CHECK(recogniser.touch(0, touch_phase::up, spot, ms(150)).size() == 1);
}

TEST_CASE("moves and lifts of a finger that is not there are ignored", "[virtualphone]")
{
    touch_recogniser recogniser;
    CHECK(recogniser.touch(3, touch_phase::move, spot, ms(0)).empty());
    CHECK(recogniser.touch(3, touch_phase::up, spot, ms(0)).empty());
    recogniser.touch(3, touch_phase::down, spot, ms(0));
    CHECK(recogniser.touch(3, touch_phase::down, spot, ms(10)).empty());
    CHECK(recogniser.touch(3, touch_phase::up, spot, ms(20)).size() == 1);
}
