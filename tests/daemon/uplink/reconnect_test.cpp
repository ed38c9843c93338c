#include "daemon/uplink/reconnect.hpp"
#include "tests/catch2.hpp"

#include <optional>
#include <vector>

namespace thimble {

namespace {

using daemon::ending;
using std::chrono::milliseconds;

constexpr double almost_one = 0.999'999'9;

/// The end of one attempt or link, and the wait that is expected after it.
struct attempt {
    ending how = ending::failed;
    milliseconds held{0};
    double chance = 0;
    std::optional<milliseconds> wait;
};

void check_waits(daemon::reconnect value, const std::vector<attempt>& attempts)
{
    for (std::size_t at = 0; at < attempts.size(); ++at) {
        CAPTURE(at);
        CHECK(value.wait_after(attempts[at].how, attempts[at].held, attempts[at].chance) ==
              attempts[at].wait);
    }
}

attempt failed_attempt(double chance, int wait_ms)
{
    return {.how = ending::failed, .held = {}, .chance = chance, .wait = milliseconds(wait_ms)};
}

} // namespace

TEST_CASE("the longest wait doubles with each failure, up to the cap", "[daemon]")
{
    check_waits(daemon::reconnect{},
                {failed_attempt(almost_one, 199), failed_attempt(almost_one, 399),
                 failed_attempt(almost_one, 799), failed_attempt(almost_one, 1599),
                 failed_attempt(almost_one, 3199), failed_attempt(almost_one, 6399),
                 failed_attempt(almost_one, 12799), failed_attempt(almost_one, 25599),
                 failed_attempt(almost_one, 29999), failed_attempt(almost_one, 29999)});
}

TEST_CASE("the wait is anything between nothing and the longest", "[daemon]")
{
    check_waits(daemon::reconnect{},
                {failed_attempt(0, 0), failed_attempt(0.5, 200), failed_attempt(0.25, 200),
                 failed_attempt(0, 0), failed_attempt(0.5, 1600)});
}

TEST_CASE("only a link that was healthy for a minute begins the waits anew", "[daemon]")
{
    using namespace std::chrono_literals;
    check_waits(daemon::reconnect{},
                {failed_attempt(0.5, 100),
                 failed_attempt(0.5, 200),
                 {.how = ending::failed, .held = 59'999ms, .chance = 0.5, .wait = 400ms},
                 {.how = ending::failed, .held = 60'000ms, .chance = 0.5, .wait = 100ms},
                 failed_attempt(0.5, 200)});
}

TEST_CASE("a refusal waits for a person", "[daemon]")
{
    daemon::reconnect value;
    CHECK(value.wait_after(ending::failed, {}, 0.5) == milliseconds(100));
    CHECK(value.wait_after(ending::failed, {}, 0.5) == milliseconds(200));
    CHECK_FALSE(value.wait_after(ending::refused, {}, 0.5));
    value.begin_anew();
    CHECK(value.wait_after(ending::failed, {}, 0.5) == milliseconds(100));
}

TEST_CASE("a drain is followed at once and counts as no failure", "[daemon]")
{
    check_waits(daemon::reconnect{},
                {failed_attempt(0.5, 100),
                 {.how = ending::drained, .held = {}, .chance = 0.5, .wait = milliseconds(100)},
                 {.how = ending::drained, .held = {}, .chance = 0.5, .wait = milliseconds(100)},
                 failed_attempt(0.5, 200)});
}

TEST_CASE("what does not change within a moment is not asked for every moment", "[daemon]")
{
    check_waits(
        daemon::reconnect{},
        {{.how = ending::contested, .held = {}, .chance = 0.5, .wait = milliseconds(15'000)},
         {.how = ending::incompatible, .held = {}, .chance = 0.1, .wait = milliseconds(3'000)}});
}

TEST_CASE("the first wait and the cap can be chosen", "[daemon]")
{
    using namespace std::chrono_literals;
    const daemon::reconnect_limits limits{.first = 50ms, .cap = 180ms, .health = 1'000ms};
    check_waits(daemon::reconnect(limits),
                {failed_attempt(almost_one, 49), failed_attempt(almost_one, 99),
                 failed_attempt(almost_one, 179), failed_attempt(almost_one, 179)});
    const daemon::reconnect_limits crossed{.first = 500ms, .cap = 100ms, .health = 1'000ms};
    check_waits(daemon::reconnect(crossed),
                {failed_attempt(almost_one, 99), failed_attempt(almost_one, 99)});
}

TEST_CASE("a thousand failures leave the wait at its cap", "[daemon]")
{
    daemon::reconnect value;
    for (int at = 0; at < 1000; ++at)
        value.wait_after(ending::failed, {}, 0.5);
    CHECK(value.wait_after(ending::failed, {}, 0.5) == milliseconds(15'000));
}

} // namespace thimble
