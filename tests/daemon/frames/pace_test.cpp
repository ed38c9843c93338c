// Pictures that a stream takes of those that come.
#include "daemon/frames/pace.hpp"
#include "tests/catch2.hpp"

#include <cmath>
#include <cstdlib>
#include <random>

namespace thimble::daemon {

namespace {

using namespace std::chrono_literals;
using pace_time = pace::time;

const pace_time beginning(1h);

/// Number that a stream takes of those that come in ten seconds, each up to `jitter` late.
int taken_in_ten_seconds(pace of, int coming_per_second, std::chrono::milliseconds jitter = 0ms)
{
    std::mt19937 random(1);
    std::uniform_int_distribution<std::chrono::milliseconds::rep> late(0, jitter.count());
    int taken = 0;
    for (int at = 0; at < 10 * coming_per_second; ++at) {
        const auto now = beginning + at * pace::interval_of(coming_per_second) +
                         std::chrono::milliseconds(late(random));
        if (!of.due(now))
            continue;
        of.took(now);
        ++taken;
    }
    return taken;
}

} // namespace

TEST_CASE("a stream takes every picture that comes at its own pace", "[frames]")
{
    CHECK(taken_in_ten_seconds(pace(30), 30) == 300);
    CHECK(taken_in_ten_seconds(pace(30), 30, 15ms) == 300);
    CHECK(taken_in_ten_seconds(pace(60), 30) == 300);
    CHECK(taken_in_ten_seconds(pace(1), 1, 400ms) == 10);
}

TEST_CASE("a slower stream takes as many as it wants, but for the last", "[frames]")
{
    CHECK(std::abs(taken_in_ten_seconds(pace(10), 30) - 100) <= 1);
    CHECK(std::abs(taken_in_ten_seconds(pace(20), 30) - 200) <= 1);
    CHECK(std::abs(taken_in_ten_seconds(pace(1), 60) - 10) <= 1);
    CHECK(std::abs(taken_in_ten_seconds(pace(10), 60, 10ms) - 100) <= 1);
}

TEST_CASE("after a standstill a stream does not catch up", "[frames]")
{
    pace ten(10);
    ten.took(beginning);
    CHECK(ten.due(beginning + 5s));
    ten.took(beginning + 5s);
    CHECK_FALSE(ten.due(beginning + 5s + 40ms));
    CHECK(ten.due(beginning + 5s + 60ms));
}

} // namespace thimble::daemon
