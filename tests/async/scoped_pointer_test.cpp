#include "async/deadline.hpp"
#include "async/scoped_pointer.hpp"
#include "tests/async/run.hpp"

#include <stdexcept>

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

asio::awaitable<bool> pointed_at_pause(asio::steady_timer*& where, std::chrono::milliseconds wait)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, wait);
    const thimble::async::scoped_pointer noted(where, timer);
    co_await timer.async_wait(asio::use_awaitable);
    if (wait < 1s)
        throw std::runtime_error("no");
    co_return true;
}

} // namespace

TEST_CASE("a scoped pointer is nothing once its coroutine has gone, however it ended", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        asio::steady_timer* where = nullptr;
        CHECK_FALSE(co_await thimble::async::with_timeout(1ms, pointed_at_pause(where, 1h)));
        CHECK(where == nullptr);
        bool thrown = false;
        try {
            co_await pointed_at_pause(where, 1ms);
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        CHECK(thrown);
        CHECK(where == nullptr);
    }());
}
