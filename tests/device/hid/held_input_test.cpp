// Fingers and keys that are down on the phone, as far as this host knows.
#include "device/hid/held_input.hpp"
#include "device/hid/report_clock.hpp"
#include "device/hid/touch_plan.hpp"
#include "gesture/tap.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;

namespace hid = device::hid;

hid::touch_frame one_finger(std::uint8_t identity, bool touching)
{
    return {{{.identity = identity, .touching = touching, .where = {.x = 10, .y = 20}}}};
}

hid::key_frame one_key(std::size_t usage)
{
    hid::key_frame frame;
    frame.down.set(usage);
    return frame;
}

} // namespace

TEST_CASE("a finger is down from before it is told until after it was told to be up", "[hid]")
{
    hid::held_input held;
    CHECK(held.empty());
    held.expect(one_finger(2, true));
    CHECK(held.release() == std::vector<hid::report>{one_finger(2, false)});
    held.told(one_finger(2, true));
    held.expect(one_finger(2, false));
    CHECK_FALSE(held.empty()); // it may not have arrived
    held.told(one_finger(2, false));
    CHECK(held.empty());
    CHECK(held.release().empty());
}

TEST_CASE("what was lifted counts as down again where that is doubted", "[hid]")
{
    hid::held_input held;
    held.told(one_finger(2, true));
    held.told(one_finger(2, false));
    held.told(one_key(4));
    held.told(hid::key_frame());
    CHECK(held.empty());
    SECTION("it may have been lost on its way")
    {
        held.doubt();
        CHECK(held.release() == std::vector<hid::report>{one_finger(2, false), hid::key_frame()});
    }
    SECTION("it has had time to arrive")
    {
        held.confirm();
        held.doubt();
        CHECK(held.empty());
    }
    SECTION("it is down again already")
    {
        held.told(one_finger(2, true));
        held.told(one_key(4));
        held.doubt();
        held.told(one_finger(2, false));
        held.told(hid::key_frame());
        CHECK(held.empty());
    }
}

TEST_CASE("keys and fingers are let go apart", "[hid]")
{
    hid::held_input held;
    held.told(one_finger(1, true));
    held.expect(one_key(4));
    held.expect(one_key(5));
    CHECK(held.release() == std::vector<hid::report>{one_finger(1, false), hid::key_frame()});
    held.told(hid::key_frame());
    CHECK(held.release() == std::vector<hid::report>{one_finger(1, false)});
}

TEST_CASE("all that a plan puts down can be lifted once more", "[hid]")
{
    using std::chrono::nanoseconds;
    const hid::report_plan plan{{.at = nanoseconds(0), .what = one_finger(2, true)},
                                {.at = nanoseconds(5), .what = one_key(4)},
                                {.at = nanoseconds(7), .what = hid::key_frame()},
                                {.at = nanoseconds(9), .what = one_finger(2, false)}};
    CHECK(hid::lifting_of(plan) ==
          hid::report_plan{{.at = nanoseconds(0), .what = one_finger(2, false)},
                           {.at = nanoseconds(0), .what = hid::key_frame()}});
    CHECK(hid::lifting_of({}).empty());
}

TEST_CASE("of a finger that rests the lifting alone can be lost", "[hid]")
{
    const screen::interface shown{.size = {.width = 400, .height = 800}, .turned = {}};
    const auto plan = [&](const gesture::touch_path& path) { return *hid::plan_of(path, shown); };
    const gesture::point middle{.x = 200, .y = 400};
    auto dragged = gesture::tap_and_hold(middle, 2s);
    CHECK(hid::only_holds(plan(dragged)));
    CHECK(hid::only_holds({}));
    dragged.contacts[0].samples.push_back({.at = 3s, .where = {.x = 200, .y = 500}});
    CHECK_FALSE(hid::only_holds(plan(dragged)));
    SECTION("a second touch at the same place is more than that")
    {
        const auto once = plan(gesture::tap(middle));
        auto twice = once;
        twice.insert(twice.end(), once.begin(), once.end());
        CHECK_FALSE(hid::only_holds(twice));
    }
    SECTION("a key that is held as well is none that follows another")
    {
        using std::chrono::nanoseconds;
        const hid::timed_report one{.at = nanoseconds(0), .what = one_key(4)};
        const hid::timed_report other{.at = nanoseconds(1), .what = one_key(5)};
        const hid::timed_report up{.at = nanoseconds(2), .what = hid::key_frame()};
        CHECK(hid::only_holds({one, up}));
        CHECK_FALSE(hid::only_holds({one, other, up}));
    }
}

TEST_CASE("stamps grow, whatever was planned", "[hid]")
{
    using std::chrono::nanoseconds;
    const hid::report_clock::time begin{nanoseconds(1000)};
    hid::report_clock clock(begin);
    CHECK(clock.stamp(begin + nanoseconds(50)) == nanoseconds(50));
    CHECK(clock.stamp(begin + nanoseconds(40)) == nanoseconds(51));
    CHECK(clock.stamp(begin + nanoseconds(60)) == nanoseconds(60));
}

} // namespace thimble::tests
