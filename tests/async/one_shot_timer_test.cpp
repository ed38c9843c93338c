#include "async/one_shot_timer.hpp"
#include "tests/async/run.hpp"

#include <memory>
#include <vector>

namespace asio = boost::asio;
namespace async = thimble::async; // the C library has an alarm too
using namespace std::chrono_literals;

TEST_CASE("an alarm does once what it was set to do", "[async]")
{
    asio::io_context context;
    async::one_shot_timer clock(context.get_executor());
    int calls = 0;
    clock.set(1ms, [&] { ++calls; });
    context.run_for(20s);
    CHECK(calls == 1);
}

TEST_CASE("an alarm that is set anew forgets what it was set to before", "[async]")
{
    asio::io_context context;
    async::one_shot_timer clock(context.get_executor());
    std::vector<int> calls;
    clock.set(1ms, [&] { calls.push_back(1); });
    clock.set(2ms, [&] { calls.push_back(2); });
    context.run_for(20s);
    CHECK(calls == std::vector{2});
}

TEST_CASE("an alarm can be put forward and put off", "[async]")
{
    using clock = std::chrono::steady_clock;
    asio::io_context context;
    async::one_shot_timer forward(context.get_executor());
    async::one_shot_timer back(context.get_executor());
    int calls = 0;
    std::chrono::steady_clock::duration waited{};
    forward.set(1h, [] { FAIL("it was set anew"); });
    forward.set(1ms, [&] { ++calls; });
    back.set(1ms, [] { FAIL("it was set anew"); });
    back.set(20ms, [&, began = clock::now()] { waited = clock::now() - began; });
    context.run_for(20s);
    CHECK(calls == 1);
    CHECK(waited >= 20ms);
}

TEST_CASE("an alarm that is stopped keeps nobody waiting", "[async]")
{
    asio::io_context context;
    async::one_shot_timer clock(context.get_executor());
    clock.set(1h, [] { FAIL("it was stopped"); });
    clock.stop();
    context.run();
}

/// The alarm's handler is already queued when the one before it stops the alarm.
TEST_CASE("an alarm whose time has come can still be stopped", "[async]")
{
    asio::io_context context;
    auto later = std::make_unique<async::one_shot_timer>(context.get_executor());
    async::one_shot_timer earlier(context.get_executor());
    earlier.set(0ms, [&] { later.reset(); });
    later->set(0ms, [] { FAIL("it no longer exists"); });
    context.run_for(20s);
    CHECK(later == nullptr);
}
