// Restarts of a phone's encoded stream keep their distance.
#include "daemon/frames/restart_limit.hpp"
#include "tests/catch2.hpp"

namespace thimble::daemon {

namespace {

using namespace std::chrono_literals;

constexpr restart_limit::time zero{};

} // namespace

TEST_CASE("a restart waits for its interval after the last start", "[frames]")
{
    restart_limit limit(30s);
    CHECK_FALSE(limit.due());
    limit.wish(zero + 5s);
    CHECK(limit.due() == zero + 5s);
    limit.restarted(zero + 5s);
    CHECK_FALSE(limit.due());
    limit.wish(zero + 10s);
    limit.wish(zero + 20s);
    CHECK(limit.due() == zero + 35s);
    limit.began(zero + 12s);
    CHECK_FALSE(limit.due());
    limit.wish(zero + 13s);
    CHECK(limit.due() == zero + 42s);
    limit.wish(zero + 90s);
    CHECK(limit.due() == zero + 42s); // long ago
}

TEST_CASE("a stream that is just wanted may begin by itself", "[frames]")
{
    restart_limit limit(30s, 1s);
    limit.opened(zero);
    limit.wish(zero);
    CHECK(limit.due() == zero + 1s);
    limit.began(zero + 100ms);
    CHECK_FALSE(limit.due());
    limit.opened(zero + 60s);
    limit.wish(zero + 60s);
    CHECK(limit.due() == zero + 61s);
    limit.runs(); // it is in the middle already
    CHECK(limit.due() == zero + 60s);
}

} // namespace thimble::daemon
