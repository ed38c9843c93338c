#include "tests/approx.hpp"
#include "virtualphone/os/gestures/two_finger_tracker.hpp"

#include <cmath>
#include <numbers>

using thimble::tests::Approx;
using thimble::virtualphone::place;
using thimble::virtualphone::two_finger_tracker;

namespace {

constexpr place middle{.x = 200, .y = 400};

/// The tracker after two fingers about `middle` have gone from one distance and angle to another.
two_finger_tracker
after(double from, double to, double degrees, place wander = {}, double first_degrees = 90)
{
    two_finger_tracker out;
    const auto finger = [&](double t, double side) {
        const double radians = (first_degrees + degrees * t) * std::numbers::pi / 180;
        const double radius = side * std::lerp(from, to, t) / 2;
        return place{.x = middle.x + wander.x * t + radius * std::cos(radians),
                     .y = middle.y + wander.y * t + radius * std::sin(radians)};
    };
    out.begin(finger(0, 1), finger(0, -1));
    for (int i = 1; i <= 50; ++i) {
        out.move(finger(i / 50.0 - 0.01, 1), finger(i / 50.0 - 0.02, -1)); // one by one
        out.move(finger(i / 50.0, 1), finger(i / 50.0, -1));
    }
    return out;
}

} // namespace

TEST_CASE("the scale of a pinch is the ratio of the distances", "[virtualphone]")
{
    CHECK(after(100, 250, 0).scale() == Approx(2.5));
    CHECK(after(300, 100, 0).scale() == Approx(1.0 / 3));
    CHECK_FALSE(after(300, 100, 0).turns());
}

TEST_CASE("fingers that tremble neither pinch, turn nor move", "[virtualphone]")
{
    const auto seen = after(200, 209, 8, {.x = 5, .y = 5});
    CHECK_FALSE(seen.moves());
    CHECK(seen.scale() == 1);
    CHECK(seen.radians() == 0);
}

TEST_CASE("a rotation counts from its beginning and beyond half a turn", "[virtualphone]")
{
    CHECK(after(150, 150, 12).radians() == Approx(12 * std::numbers::pi / 180));
    CHECK(after(150, 150, -300).radians() == Approx(-300 * std::numbers::pi / 180));
    CHECK_FALSE(after(150, 150, 300).pinches());
}

TEST_CASE("a rotation that begins at any angle turns the same way", "[virtualphone]")
{
    for (int degrees = 0; degrees < 360; degrees += 30)
        CHECK(after(150, 150, 40, {}, degrees).radians() == Approx(40 * std::numbers::pi / 180));
}

TEST_CASE("the one that comes first raises the bar for the other", "[virtualphone]")
{
    const auto twisted_pinch = after(100, 220, 20);
    CHECK(twisted_pinch.pinches());
    CHECK_FALSE(twisted_pinch.turns());
    const auto spreading_turn = after(200, 230, 80);
    CHECK(spreading_turn.turns());
    CHECK_FALSE(spreading_turn.pinches());
}

TEST_CASE("large ones of both kinds are both meant", "[virtualphone]")
{
    const auto both = after(100, 250, 60);
    CHECK(both.scale() == Approx(2.5));
    CHECK(both.radians() == Approx(60 * std::numbers::pi / 180));
}

TEST_CASE("two fingers that wander together move without pinching", "[virtualphone]")
{
    const auto seen = after(120, 120, 0, {.x = 40, .y = -30});
    CHECK(seen.moves());
    CHECK_FALSE(seen.pinches());
    CHECK(seen.middle().x == Approx(240));
    CHECK(seen.start().x == Approx(200));
}

TEST_CASE("fingers in one spot have a scale all the same", "[virtualphone]")
{
    CHECK(std::isfinite(after(0, 100, 0).scale()));
    CHECK(after(100, 0, 0).scale() > 0);
}
