// A handler that keeps the others waiting is told of.
#include "async/home_watch.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <ctime>
#include <thread>
#include <vector>

namespace thimble::async {

namespace {

using namespace std::chrono_literals;

std::chrono::milliseconds granted()
{
    return std::chrono::ceil<std::chrono::milliseconds>(home_watch::granted());
}

/// Uses the thread's own processor time, however busy the machine is.
void work_for(std::chrono::milliseconds time)
{
    const auto used = [] {
        timespec now{};
        ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
    };
    const auto until = used() + time;
    while (used() < until) {
    }
}

struct watched_home {
    std::vector<home_watch::slow_handler> slow;
    boost::asio::io_context home{1};
    home_watch watch{home, [this](const auto& each) { slow.push_back(each); }};
};

} // namespace

#ifndef NDEBUG
TEST_CASE("a handler that works for too long is told of", "[async]")
{
    const auto too_long = granted() + 20ms;
    watched_home on;
    boost::asio::post(on.home, [&] { work_for(too_long); });
    boost::asio::steady_timer later(on.home, 1ms);
    later.async_wait([&](const boost::system::error_code&) { work_for(too_long); });
    int quick = 0;
    for (int each = 0; each < 100; ++each)
        boost::asio::post(on.home, [&] { ++quick; });
    on.watch.run();
    CHECK(quick == 100);
    std::erase_if(on.slow, [](const auto& each) { return !each.is_too_long; });
    REQUIRE(on.slow.size() == 2);
    CHECK(on.slow.at(0).processor >= too_long);
    CHECK(on.slow.at(1).processor >= too_long);
}

TEST_CASE("a handler that waits is listed, and does not work for too long", "[async]")
{
    watched_home on;
    const auto wait = granted() + 20ms;
    boost::asio::post(on.home, [&] { std::this_thread::sleep_for(wait); });
    on.watch.run();
    REQUIRE(on.slow.size() == 1);
    CHECK(on.slow.front().passed >= wait);
    CHECK_FALSE(on.slow.front().is_too_long);
}
#endif

TEST_CASE("a watched home ends when there is nothing left to do", "[async]")
{
    watched_home on;
    int done = 0;
    boost::asio::post(on.home, [&] { ++done; });
    CHECK(on.watch.run_one() == 1);
    CHECK(on.watch.run_one() == 0);
    CHECK(on.watch.run_one() == 0); // a context that has stopped
    CHECK(done == 1);
}

} // namespace thimble::async
