#include "async/deadline.hpp"
#include "tests/async/run.hpp"

#include <stdexcept>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::within;

namespace {

asio::awaitable<int> after(std::chrono::milliseconds wait, int value)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, wait);
    co_await timer.async_wait(asio::use_awaitable);
    co_return value;
}

asio::awaitable<int> failing()
{
    throw std::runtime_error("no");
    co_return 0;
}

} // namespace

TEST_CASE("work that is in time gives its value", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        CHECK(co_await within(10s, after(1ms, 7)) == 7);
    }());
}

TEST_CASE("work that is late is cancelled and gives nothing", "[async]")
{
    asio::io_context context;
    const auto begin = std::chrono::steady_clock::now();
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        CHECK_FALSE(co_await within(5ms, after(1h, 7)));
    }());
    CHECK(std::chrono::steady_clock::now() - begin < 10s);
}

TEST_CASE("what the work throws is thrown at once, not at the deadline", "[async]")
{
    asio::io_context context;
    CHECK_THROWS_AS(
        thimble::tests::run(context,
                            []() -> asio::awaitable<void> { co_await within(1h, failing()); }()),
        std::runtime_error);
}
