#include "async/deadline.hpp"
#include "async/race.hpp"
#include "tests/async/run.hpp"

#include <memory>
#include <stdexcept>
#include <string>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::race;

namespace {

asio::awaitable<int> racing_value(std::chrono::milliseconds wait, int value)
{
    asio::steady_timer timer(co_await asio::this_coro::executor, wait);
    co_await timer.async_wait(asio::use_awaitable);
    co_return value;
}

asio::awaitable<void> racing_pause(std::chrono::milliseconds wait)
{
    co_await racing_value(wait, 0);
}

asio::awaitable<void> racing_failure(std::chrono::milliseconds wait)
{
    co_await racing_pause(wait);
    throw std::runtime_error("no");
}

/// Sets `ended` however it ends.
asio::awaitable<void> watched_pause(std::chrono::milliseconds wait, bool& ended)
{
    const auto mark = std::unique_ptr<bool, void (*)(bool*)>(&ended, [](bool* it) { *it = true; });
    co_await racing_pause(wait);
}

/// Owns something that cannot be copied or made without a value.
struct only_moved {
    explicit only_moved(int given) : value(std::make_unique<int>(given)) {}
    std::unique_ptr<int> value;
};

asio::awaitable<only_moved> moved_value()
{
    co_return only_moved(7);
}

} // namespace

TEST_CASE("a race has the value of the side that ends first, at its index", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        const auto first =
            co_await race(racing_pause(1h), racing_value(1ms, 7), racing_value(1h, 8));
        CHECK(first.index() == 1);
        CHECK(std::get<1>(first) == 7);
    }());
}

TEST_CASE("a race ends with the exception of the side that fails first", "[async]")
{
    asio::io_context context;
    bool other_ended = false;
    // The other side would go on for longer than the test may take.
    CHECK_THROWS_AS(thimble::tests::run(context,
                                        [](bool& ended) -> asio::awaitable<void> {
                                            co_await race(racing_failure(1ms),
                                                          watched_pause(1h, ended));
                                        }(other_ended)),
                    std::runtime_error);
    CHECK(other_ended);
}

TEST_CASE("a side that has lost a race is cancelled and has ended", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        bool ended = false;
        co_await race(watched_pause(1h, ended), racing_value(1ms, 7));
        CHECK(ended);
    }());
}

TEST_CASE("a value that can only be moved comes out of a race", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        auto first = co_await race(moved_value(), racing_pause(1h));
        CHECK(*std::get<0>(first).value == 7);
    }());
}

TEST_CASE("a race that is cancelled ends as any cancelled coroutine does", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, []() -> asio::awaitable<void> {
        bool ended = false;
        boost::system::error_code how;
        const auto raced = [](bool& mark,
                              boost::system::error_code& with) -> asio::awaitable<bool> {
            try {
                co_await race(watched_pause(1h, mark), racing_pause(1h));
            } catch (const boost::system::system_error& thrown) {
                with = thrown.code();
                throw;
            }
            co_return true;
        };
        CHECK_FALSE(co_await thimble::async::with_timeout(1ms, raced(ended, how)));
        CHECK(ended);
        CHECK(how == asio::error::operation_aborted);
    }());
}
