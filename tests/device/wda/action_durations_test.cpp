// The time that WebDriverAgent is told to take is the gesture's own, to the millisecond.
#include "device/wda/actions.hpp"
#include "gesture/drag.hpp"
#include "gesture/flick.hpp"
#include "gesture/pan.hpp"
#include "gesture/pinch.hpp"
#include "gesture/system_gestures.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"
#include "tests/gesture/random_places.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace thimble::tests {
namespace {

using std::chrono::milliseconds;

milliseconds sum_of(const nlohmann::json& finger)
{
    milliseconds sum{0};
    for (const auto& item : finger.at("actions"))
        sum += milliseconds(item.value("duration", 0));
    return sum;
}

/// From the first finger down to the last one up, as the runner will play it.
milliseconds played_time(const nlohmann::json& actions)
{
    milliseconds longest{0};
    for (const auto& finger : actions.at("actions"))
        longest = std::max(longest, sum_of(finger));
    return longest;
}

void check(const gesture::touch_path& path)
{
    CAPTURE(to_string(path));
    const auto actions = device::wda::actions_of(path);
    REQUIRE(played_time(actions) == path.duration());
}

/// A finger each: their sums are their contacts' ends.
void check_each_finger(const gesture::touch_path& path)
{
    const auto actions = device::wda::actions_of(path).at("actions");
    REQUIRE(actions.size() == path.contacts.size());
    for (std::size_t i = 0; i < actions.size(); ++i)
        REQUIRE(sum_of(actions.at(i)) == path.contacts[i].samples.back().at);
}

} // namespace

TEST_CASE("the durations of every gesture's actions add up to its own", "[device]")
{
    gesture::random_places any;
    for (int i = 0; i < 200; ++i) {
        const auto panel = any.panel();
        const auto from = any.on(panel);
        const auto to = any.on(panel);
        const auto time = any.time(3000);
        check(gesture::tap(from));
        check(gesture::double_tap(from));
        check(gesture::triple_tap(from));
        check(gesture::tap_and_hold(from, time));
        check(gesture::flick(from, gesture::direction::up, panel).path);
        check(gesture::pan(from, gesture::direction::left, time, panel).path);
        check(gesture::drag(from, to, gesture::pace::medium));
        check(gesture::hold_and_drag(from, to, time, gesture::pace::fast));
        check(gesture::app_switcher(panel));
    }
}

TEST_CASE("both fingers of a pinch take its time", "[device]")
{
    gesture::random_places any;
    for (int i = 0; i < 50; ++i) {
        const auto panel = any.panel();
        for (const auto kind :
             {gesture::pinch_kind::in, gesture::pinch_kind::out, gesture::pinch_kind::clockwise,
              gesture::pinch_kind::counter_clockwise})
            check_each_finger(gesture::pinch(any.on(panel), kind, any.time(1000), panel).path);
    }
}

TEST_CASE("the taps of a series are one finger", "[device]")
{
    CHECK(device::wda::actions_of(gesture::triple_tap({1, 2})).at("actions").size() == 1);
}

} // namespace thimble::tests
