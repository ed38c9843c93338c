#include "gesture/pinch.hpp"
#include "tests/approx.hpp"
#include "tests/catch2.hpp"

#include <cmath>
#include <numbers>

namespace thimble::gesture {

namespace {

using std::chrono::milliseconds;

constexpr bounds phone{.width = 393, .height = 852};
constexpr milliseconds takes{1000};

point between(point one, point other)
{
    return {.x = (one.x + other.x) / 2, .y = (one.y + other.y) / 2};
}

double distance(point one, point other)
{
    return std::hypot(one.x - other.x, one.y - other.y);
}

/// Where both fingers are at the n-th sample.
struct pair_of_fingers {
    point one;
    point other;
};

pair_of_fingers fingers(const shaped_path& gesture, std::size_t sample)
{
    return {.one = gesture.path.contacts.at(0).samples.at(sample).where,
            .other = gesture.path.contacts.at(1).samples.at(sample).where};
}

pair_of_fingers last_fingers(const shaped_path& gesture)
{
    return fingers(gesture, gesture.path.contacts.front().samples.size() - 1);
}

double scale(const shaped_path& gesture)
{
    const auto begin = fingers(gesture, 0);
    const auto end = last_fingers(gesture);
    return distance(end.one, end.other) / distance(begin.one, begin.other);
}

} // namespace

TEST_CASE("a pinch out spreads two fingers threefold about its middle", "[gesture]")
{
    const shaped_path gesture = pinch({196, 400}, pinch_kind::out, takes, phone);
    CHECK(to_string(gesture.path) == "0ms (196,370) -> 1000ms (196,310) -> 1150ms (196,310)\n"
                                     "0ms (196,430) -> 1000ms (196,490) -> 1150ms (196,490)");
    CHECK_FALSE(gesture.shaped);
    CHECK(scale(gesture) == tests::Approx(3));
}

TEST_CASE("a pinch in is a pinch out backwards", "[gesture]")
{
    const shaped_path gesture = pinch({196, 400}, pinch_kind::in, takes, phone);
    CHECK(scale(gesture) == tests::Approx(1.0 / 3));
    CHECK(gesture.path.duration() == takes + rest_before_lift);
}

TEST_CASE("a pinch beside an edge keeps its middle and stands along the edge", "[gesture]")
{
    const shaped_path left = pinch({5, 400}, pinch_kind::out, takes, phone);
    CHECK_FALSE(left.shaped);
    CHECK(fingers(left, 0).one == point{5, 370});
    const shaped_path top = pinch({196, 5}, pinch_kind::out, takes, phone);
    CHECK_FALSE(top.shaped);
    CHECK(fingers(top, 0).one == point{166, 5});
}

TEST_CASE("a pinch in a corner moves its middle in and still scales threefold", "[gesture]")
{
    const shaped_path gesture = pinch({3, 3}, pinch_kind::out, takes, phone);
    CHECK(gesture.shaped);
    CHECK(scale(gesture) == tests::Approx(3));
}

TEST_CASE("a rotation is an arc: the fingers keep their distance and middle", "[gesture]")
{
    const point middle{196, 400};
    const shaped_path gesture = pinch(middle, pinch_kind::clockwise, takes, phone);
    CHECK_FALSE(gesture.shaped);
    const auto samples = gesture.path.contacts.front().samples;
    REQUIRE(samples.size() == 65); // 0, 16, …, 992, 1000, and the rest
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto now = fingers(gesture, i);
        REQUIRE(distance(now.one, now.other) == tests::Approx(2 * turn_reach));
        REQUIRE(distance(between(now.one, now.other), middle) < 0.001);
    }
}

TEST_CASE("a rotation turns by a quarter, each way as its name says", "[gesture]")
{
    const auto turned = [](pinch_kind kind) {
        const shaped_path gesture = pinch({196, 400}, kind, takes, phone);
        const auto angle = [](pair_of_fingers now) {
            return std::atan2(now.other.y - now.one.y, now.other.x - now.one.x);
        };
        return angle(last_fingers(gesture)) - angle(fingers(gesture, 0));
    };
    CHECK(turned(pinch_kind::clockwise) ==
          tests::Approx(std::numbers::pi / 2)); // y grows downwards
    CHECK(turned(pinch_kind::counter_clockwise) == tests::Approx(-std::numbers::pi / 2));
}

TEST_CASE("a rotation near an edge moves in until its circle has room", "[gesture]")
{
    const shaped_path gesture = pinch({5, 400}, pinch_kind::counter_clockwise, takes, phone);
    CHECK(gesture.shaped);
    const auto begin = fingers(gesture, 0);
    CHECK(between(begin.one, begin.other).x == tests::Approx(edge_margin + turn_reach));
    CHECK(between(begin.one, begin.other).y == tests::Approx(400));
}

} // namespace thimble::gesture
