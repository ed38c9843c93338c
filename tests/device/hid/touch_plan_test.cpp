// The frames of every gesture: what is down, when, and under which number.
#include "device/hid/touch_plan.hpp"
#include "gesture/drag.hpp"
#include "gesture/flick.hpp"
#include "gesture/pinch.hpp"
#include "gesture/system_gestures.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"

#include <map>
#include <set>

namespace thimble::tests {
namespace {

namespace hid = device::hid;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr screen::interface planned_interface{.size = {.width = 400, .height = 800}, .turned = {}};
constexpr gesture::bounds planned_bounds{.width = 400, .height = 800};
constexpr gesture::point planned_middle{.x = 200, .y = 400};

hid::report_plan touches_planned(const gesture::touch_path& path)
{
    auto plan = hid::plan_of(path, planned_interface);
    REQUIRE(plan);
    return *plan;
}

const hid::touch_frame& frame_in(const hid::timed_report& what)
{
    return std::get<hid::touch_frame>(what.what);
}

/// "1ms 2+ 3-": the time, and each finger down or lifted.
std::string fingers_in(const hid::report_plan& plan)
{
    std::string text;
    for (const auto& each : plan) {
        text += (text.empty() ? "" : " | ") + std::to_string(each.at / milliseconds(1)) + "ms";
        for (const auto& contact : frame_in(each).contacts)
            text += " " + std::to_string(contact.identity) + (contact.touching ? "+" : "-");
    }
    return text;
}

/// Of every plan: fingers keep their numbers, and none stays down.
void check_plan(const hid::report_plan& plan)
{
    std::set<int> down;
    nanoseconds before{0};
    for (const auto& each : plan) {
        CHECK(each.at >= before);
        before = each.at;
        std::set<int> seen;
        std::set<int> lifted;
        for (const auto& contact : frame_in(each).contacts) {
            CHECK(contact.identity < 5);
            CHECK(seen.insert(contact.identity).second);
            if (contact.touching)
                continue;
            CHECK(down.contains(contact.identity));
            lifted.insert(contact.identity);
        }
        for (const int one : down) // each that was down is told of
            CHECK(seen.contains(one));
        down.clear();
        for (const int one : seen)
            if (!lifted.contains(one))
                down.insert(one);
    }
    CHECK(down.empty());
}

/// Longest time between two frames.
nanoseconds widest_gap(const hid::report_plan& plan)
{
    nanoseconds widest{0};
    for (std::size_t i = 1; i < plan.size(); ++i)
        widest = std::max(widest, plan[i].at - plan[i - 1].at);
    return widest;
}

} // namespace

TEST_CASE("a tap is a finger down and up again", "[hid]")
{
    const auto plan = touches_planned(gesture::tap(planned_middle));
    CHECK(fingers_in(plan) == "0ms 2+ | 50ms 2-");
    const hid::panel_place place{.x = 32'768, .y = 32'768};
    CHECK(frame_in(plan[0]).contacts[0].where == place);
    CHECK(frame_in(plan[1]).contacts[0].where == place);
}

TEST_CASE("the taps of a series are of the same finger", "[hid]")
{
    CHECK(fingers_in(touches_planned(gesture::double_tap(planned_middle))) ==
          "0ms 2+ | 50ms 2- | 130ms 2+ | 180ms 2-");
    check_plan(touches_planned(gesture::triple_tap(planned_middle)));
}

TEST_CASE("a finger that rests is told of again and again", "[hid]")
{
    const auto plan = touches_planned(gesture::tap_and_hold(planned_middle, milliseconds(1000)));
    check_plan(plan);
    CHECK(plan.size() > 10);
    CHECK(widest_gap(plan) >= milliseconds(50));
    CHECK(widest_gap(plan) <= milliseconds(100));
    CHECK(plan.back().at == milliseconds(1000));
}

TEST_CASE("a finger moves evenly, in the steps of a panel", "[hid]")
{
    const auto plan = touches_planned(
        gesture::flick(planned_middle, gesture::direction::up, planned_bounds).path);
    check_plan(plan);
    CHECK(plan.back().at == gesture::flick_time);
    CHECK(widest_gap(plan) >= milliseconds(12));
    CHECK(widest_gap(plan) <= milliseconds(20));
    for (std::size_t i = 0; i < plan.size(); ++i) {
        const double part = static_cast<double>(i) / static_cast<double>(plan.size() - 1);
        CHECK(std::abs(frame_in(plan[i]).contacts[0].where.y - (65'535 * (0.5 - 0.25 * part))) < 1);
    }
    CHECK_FALSE(frame_in(plan.back()).contacts[0].touching); // lifted as it still moves
}

TEST_CASE("a drag rests on the glass before it is lifted", "[hid]")
{
    const auto plan =
        touches_planned(gesture::drag(planned_middle, {.x = 200, .y = 200}, gesture::pace::fast));
    check_plan(plan);
    const auto& last = frame_in(plan.back()).contacts[0];
    const auto& before = frame_in(plan[plan.size() - 2]).contacts[0];
    CHECK(before.touching);
    CHECK(before.where == last.where);
    CHECK(plan[plan.size() - 2].at >
          gesture::drag_time(planned_middle, {.x = 200, .y = 200}, gesture::pace::fast));
}

TEST_CASE("both fingers of a pinch are in each of its frames", "[hid]")
{
    for (const auto kind :
         {gesture::pinch_kind::in, gesture::pinch_kind::out, gesture::pinch_kind::clockwise,
          gesture::pinch_kind::counter_clockwise}) {
        const auto plan = touches_planned(
            gesture::pinch(planned_middle, kind, milliseconds(300), planned_bounds).path);
        check_plan(plan);
        for (const auto& each : plan) {
            REQUIRE(frame_in(each).contacts.size() == 2);
            CHECK(frame_in(each).contacts[0].identity == 1);
            CHECK(frame_in(each).contacts[1].identity == 2);
        }
    }
}

TEST_CASE("swipes of the system begin at the edge of the panel", "[hid]")
{
    const auto first_of = [](const gesture::touch_path& path) {
        const auto plan = touches_planned(path);
        check_plan(plan);
        return frame_in(plan.front()).contacts[0].where;
    };
    CHECK(first_of(gesture::app_switcher(planned_bounds)).y == 65'535);
    CHECK(first_of(gesture::unlock_swipe(planned_bounds)).y == 65'535);
    CHECK(first_of(gesture::notification_center(planned_bounds)).y == 0);
    CHECK(
        first_of(gesture::control_center(planned_bounds, gesture::bottom_edge::home_indicator)).y ==
        0);
}

TEST_CASE("fingers that come and go have numbers of their own", "[hid]")
{
    const auto press = [](int from, int to) {
        return gesture::contact{{{.at = milliseconds(from), .where = planned_middle},
                                 {.at = milliseconds(to), .where = planned_middle}}};
    };
    CHECK(fingers_in(touches_planned({{press(0, 40), press(20, 60)}})) ==
          "0ms 1+ | 20ms 1+ 2+ | 40ms 1- 2+ | 60ms 2-");
    CHECK(fingers_in(touches_planned({{press(0, 20), press(20, 40)}})) ==
          "0ms 1+ | 20ms 1- 2+ | 40ms 2-");
    CHECK(fingers_in(touches_planned({{press(10, 10)}})) == "10ms 2+ | 10ms 2-");
    CHECK(fingers_in(touches_planned({{press(0, 20), press(10, 10)}})) ==
          "0ms 1+ | 10ms 1+ 2+ | 10ms 1+ 2- | 20ms 1-");
    CHECK(fingers_in(touches_planned(
              {{press(0, 10), press(0, 10), press(0, 10), press(0, 10), press(0, 10)}})) ==
          "0ms 0+ 1+ 2+ 3+ 4+ | 10ms 0- 1- 2- 3- 4-");
    CHECK(touches_planned({}).empty());
}

TEST_CASE("what no touchscreen can play is refused before anything is sent", "[hid]")
{
    const auto why = [](const gesture::touch_path& path, const screen::interface& on) {
        const auto plan = hid::plan_of(path, on);
        REQUIRE_FALSE(plan);
        CHECK(plan.error().phone == device::reached::nothing);
        return plan.error().what;
    };
    using device::problem;
    CHECK(why(gesture::tap(planned_middle), {}) == problem::unsupported);
    CHECK(why({{gesture::contact()}}, planned_interface) == problem::unsupported);
    CHECK(why(gesture::tap_and_hold(planned_middle, std::chrono::hours(1)), planned_interface) ==
          problem::unsupported);
    gesture::touch_path six;
    six.contacts.assign(6, gesture::tap(planned_middle).contacts.front());
    CHECK(why(six, planned_interface) == problem::unsupported);
}

} // namespace thimble::tests
