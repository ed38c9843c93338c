// Times of a link: heartbeats that stay away, and the clock of the service.
#include "daemon/uplink/heartbeat_watch.hpp"
#include "daemon/uplink/service_clock.hpp"
#include "tests/catch2.hpp"

namespace thimble { // the C library has a function named link

namespace {

using namespace std::chrono_literals;
using local_time = std::chrono::steady_clock::time_point;

local_time local_at(std::chrono::milliseconds since)
{
    return local_time(1h + since);
}

link::service_time service_at(std::chrono::milliseconds since)
{
    return link::service_time(72h + since);
}

} // namespace

TEST_CASE("a link is over when two heartbeats have gone missing", "[daemon]")
{
    daemon::heartbeat_watch watch(10s, local_at(0s));
    CHECK_FALSE(watch.silent(local_at(19'999ms)));
    CHECK(watch.silent(local_at(20s)));
    watch.heard(local_at(10s));
    CHECK_FALSE(watch.silent(local_at(20s)));
    CHECK_FALSE(watch.silent(local_at(29'999ms)));
    CHECK(watch.silent(local_at(30s)));
    CHECK(watch.deadline() == local_at(30s));
}

TEST_CASE("one heartbeat that is late does not end a link", "[daemon]")
{
    daemon::heartbeat_watch watch(1s, local_at(0s));
    for (const auto came : {1000ms, 2000ms, 3900ms, 4000ms, 5990ms}) {
        CHECK_FALSE(watch.silent(local_at(came)));
        watch.heard(local_at(came));
    }
}

TEST_CASE("what was heard earlier does not make the wait shorter", "[daemon]")
{
    daemon::heartbeat_watch watch(1s, local_at(0s));
    watch.heard(local_at(5s));
    watch.heard(local_at(4s));
    CHECK(watch.deadline() == local_at(7s));
}

TEST_CASE("nothing is known of the service's clock before it was heard", "[daemon]")
{
    CHECK_FALSE(daemon::service_clock{}.to_local(service_at(0s)));
}

TEST_CASE("the fastest heartbeat says what the service's clock shows", "[daemon]")
{
    daemon::service_clock clock;
    clock.heard(service_at(0s), local_at(80ms));
    CHECK(clock.to_local(service_at(5s)) == local_at(5'080ms));
    clock.heard(service_at(10s), local_at(10'005ms));
    CHECK(clock.to_local(service_at(5s)) == local_at(5'005ms));
    clock.heard(service_at(20s), local_at(23s));
    CHECK(clock.to_local(service_at(5s)) == local_at(5'005ms));
}

TEST_CASE("clocks that drift apart are followed", "[daemon]")
{
    daemon::service_clock clock;
    for (int beat = 0; beat < 100; ++beat)
        clock.heard(service_at(beat * 10s), local_at(beat * 10s + beat * 1ms));
    CHECK(clock.to_local(service_at(990s)) == local_at(990s + 68ms));
}

} // namespace thimble
