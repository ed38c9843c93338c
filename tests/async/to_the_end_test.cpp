// Work that goes on when its caller is cancelled, and what becomes of the caller.
#include "async/deadline.hpp"
#include "async/sleep.hpp"
#include "async/to_the_end.hpp"
#include "tests/async/run.hpp"

#include <stdexcept>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::to_the_end;

namespace {

asio::awaitable<int> work_of_two_waits()
{
    co_await thimble::async::sleep_for(50ms);
    co_await thimble::async::sleep_for(1ms);
    co_return 7;
}

asio::awaitable<int> failing_work()
{
    co_await thimble::async::sleep_for(1ms);
    throw std::runtime_error("no");
}

} // namespace

TEST_CASE("the value of what goes on to its end comes out", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        CHECK(co_await to_the_end(work_of_two_waits()) == 7);
    }());
}

TEST_CASE("what goes on to its end throws to its caller", "[async]")
{
    asio::io_context context;
    CHECK_THROWS_AS(
        thimble::tests::run(
            context, []() -> asio::awaitable<void> { co_await to_the_end(failing_work()); }()),
        std::runtime_error);
}

TEST_CASE("a caller that is cancelled goes no further than that work's end", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        int value = 0;
        bool went_on = false;
        const auto caller = [](int& made, bool& after) -> asio::awaitable<bool> {
            made = co_await to_the_end(work_of_two_waits());
            co_await thimble::async::sleep_for(1ms);
            after = true;
            co_return true;
        };
        CHECK_FALSE(co_await thimble::async::with_timeout(1ms, caller(value, went_on)));
        CHECK(value == 7);
        CHECK_FALSE(went_on);
    }());
}
