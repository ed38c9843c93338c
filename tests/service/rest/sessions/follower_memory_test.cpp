// Memory that followers cost who do not read. Linux alone says how much memory a program has, and
// under a sanitizer it says nothing.
#include "tests/service/rest/sessions/told_session.hpp"

#include <algorithm>
#include <fstream>
#include <list>
#include <unistd.h>

namespace thimble::service::test {

using namespace std::chrono_literals;

namespace {

std::size_t resident_bytes()
{
    std::ifstream from("/proc/self/statm");
    std::size_t whole = 0;
    std::size_t resident = 0;
    from >> whole >> resident;
    REQUIRE(resident > 0);
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace

TEST_CASE("followers that are stuck cost a page each, whatever happens", "[sessions]")
{
    constexpr std::size_t mebibyte = 1024UL * 1024;
    auto granted = with_write_time(600s);
    granted.runs.session.events.page_bytes = mebibyte / 16;
    told_session on(granted);
    std::list<stuck_follower> all;
    for (std::size_t each = 0; each < granted.followers.followers_of_session; ++each)
        all.emplace_back(on.running.port(), on.events);
    REQUIRE(on.follow(static_cast<int>(all.size())));
    const auto before = resident_bytes();
    for (int number = 0; number < 2 * more_than_sockets_hold; ++number)
        on.say(number);
    const auto after = resident_bytes();
    const auto grown = after - std::min(before, after);
    INFO(grown / mebibyte << " MiB");
    CHECK(grown < 64 * mebibyte); // each of 32 is behind by 6 MB
    CHECK(on.metric("thimble_session_followers 32"));
}

} // namespace thimble::service::test
