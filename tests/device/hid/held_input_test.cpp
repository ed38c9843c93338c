// Fingers and keys that are down on the phone, as far as this host knows.
#include "device/hid/held_input.hpp"
#include "device/hid/report_clock.hpp"
#include "tests/catch2.hpp"

namespace thimble::tests {
namespace {

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
