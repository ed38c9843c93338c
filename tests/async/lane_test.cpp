#include "async/deadline.hpp"
#include "async/lane.hpp"
#include "tests/async/run.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

#include <vector>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::lane;
using thimble::async::with_timeout;

namespace {

asio::awaitable<void> note_turn(lane& of, std::vector<int>& order, int who)
{
    const auto turn = co_await of.take();
    order.push_back(who);
    co_await asio::post(co_await asio::this_coro::executor, asio::use_awaitable);
    order.push_back(who); // nobody came in between
}

asio::awaitable<bool> take_and_drop(lane& of)
{
    const auto turn = co_await of.take();
    co_return true;
}

} // namespace

TEST_CASE("turns are taken alone and in the order of arrival", "[async]")
{
    asio::io_context context;
    lane of(context.get_executor());
    std::vector<int> order;
    for (const int who : {1, 2, 3})
        asio::co_spawn(context, note_turn(of, order, who), asio::detached);
    context.run_for(10s);
    CHECK(order == std::vector{1, 1, 2, 2, 3, 3});
    CHECK(of.waiting() == 0);
}

TEST_CASE("a wide lane has so many turns at once", "[async]")
{
    asio::io_context context;
    lane of(context.get_executor(), 2);
    std::vector<int> order;
    for (const int who : {1, 2, 3})
        asio::co_spawn(context, note_turn(of, order, who), asio::detached);
    context.run_for(10s);
    CHECK(order == std::vector{1, 2, 1, 2, 3, 3});
    CHECK(of.waiting() == 0);
}

TEST_CASE("who gives up waiting loses the place and not the lane", "[async]")
{
    asio::io_context context;
    lane of(context.get_executor());
    thimble::tests::run(context, [](lane& busy) -> asio::awaitable<void> {
        {
            const auto turn = co_await busy.take();
            CHECK_FALSE(co_await with_timeout(2ms, take_and_drop(busy)));
            CHECK(busy.waiting() == 0);
        }
        CHECK(co_await with_timeout(10s, take_and_drop(busy)));
    }(of));
}
