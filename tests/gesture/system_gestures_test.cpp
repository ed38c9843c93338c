#include "gesture/system_gestures.hpp"
#include "tests/catch2.hpp"

namespace thimble::gesture {

namespace {

constexpr bounds panel{.width = 400, .height = 800};

} // namespace

TEST_CASE("the app switcher is a swipe that rests before it lifts", "[gesture]")
{
    CHECK(to_string(app_switcher(panel)) == "0ms (200,799) -> 300ms (200,400) -> 900ms (200,400)");
}

TEST_CASE("Control Center comes from another edge with a home button", "[gesture]")
{
    CHECK(to_string(control_center(panel, bottom_edge::home_indicator)) ==
          "0ms (380,1) -> 300ms (380,320)");
    CHECK(to_string(control_center(panel, bottom_edge::home_button)) ==
          "0ms (200,799) -> 300ms (200,280)");
}

TEST_CASE("notifications come down from the top left, search from the middle", "[gesture]")
{
    CHECK(to_string(notification_center(panel)) == "0ms (48,1) -> 300ms (48,480)");
    CHECK(to_string(spotlight(panel)) == "0ms (200,360) -> 300ms (200,600)");
}

TEST_CASE("a throw from the bottom edge still moves when it lifts", "[gesture]")
{
    CHECK(to_string(unlock_swipe(panel)) == "0ms (200,799) -> 150ms (200,320)");
    CHECK(to_string(dismiss_swipe(panel)) == "0ms (200,799) -> 150ms (200,240)");
}

} // namespace thimble::gesture
