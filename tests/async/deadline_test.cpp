#include "async/deadline.hpp"
#include "tests/async/run.hpp"

#include <boost/asio/redirect_error.hpp>

#include <stdexcept>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::with_timeout;

namespace {

asio::awaitable<int> after(std::chrono::milliseconds wait, int value)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, wait);
    co_await timer.async_wait(asio::use_awaitable);
    co_return value;
}

/// Says no more than that it was not to be, as calls of sockets do that report errors as values.
asio::awaitable<bool> finished(std::chrono::milliseconds wait)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, wait);
    boost::system::error_code failed;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
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
        CHECK(co_await with_timeout(10s, after(1ms, 7)) == 7);
    }());
}

TEST_CASE("work that is late is cancelled and gives nothing", "[async]")
{
    asio::io_context context;
    const auto begin = std::chrono::steady_clock::now();
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        CHECK_FALSE(co_await with_timeout(5ms, after(1h, 7)));
    }());
    CHECK(std::chrono::steady_clock::now() - begin < 10s);
}

TEST_CASE("what late work says of its being cancelled is not its value", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        CHECK(co_await with_timeout(10s, finished(1ms)) == true);
        CHECK_FALSE((co_await with_timeout(5ms, finished(1h))).has_value());
    }());
}

TEST_CASE("what the work throws is thrown at once, not at the deadline", "[async]")
{
    asio::io_context context;
    CHECK_THROWS_AS(
        thimble::tests::run(
            context, []() -> asio::awaitable<void> { co_await with_timeout(1h, failing()); }()),
        std::runtime_error);
}
