#include "async/deadline.hpp"
#include "async/worker.hpp"
#include "tests/async/run.hpp"

#include <future>
#include <thread>
#include <unistd.h>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::within;
using thimble::async::worker;

TEST_CASE("a blocking call runs on another thread and answers on the home thread", "[async]")
{
    asio::io_context context;
    worker client(context.get_executor());
    thimble::tests::run(context, [](worker& at) -> asio::awaitable<void> {
        const auto home = std::this_thread::get_id();
        const auto there = co_await at.run([] { return std::this_thread::get_id(); });
        CHECK(there != home);
        CHECK(std::this_thread::get_id() == home);
    }(client));
}

TEST_CASE("a caller can leave a stuck call behind and the next one queues", "[async]")
{
    asio::io_context context;
    worker client(context.get_executor());
    auto gate = std::make_shared<std::promise<void>>();
    thimble::tests::run(context, [](worker& at, auto held) -> asio::awaitable<void> {
        auto stuck = [opened = held->get_future().share()] {
            opened.wait();
            return 1;
        };
        CHECK_FALSE(co_await within(5ms, at.run(stuck)));
        CHECK(at.calls() == 1);
        held->set_value();
        CHECK(co_await within(10s, at.run([] { return 2; })) == 2);
    }(client, gate));
}

TEST_CASE("a call that is limited is left behind when its time is over", "[async]")
{
    asio::io_context context;
    worker client(context.get_executor());
    auto gate = std::make_shared<std::promise<void>>();
    thimble::tests::run(context, [](worker& at, auto held) -> asio::awaitable<void> {
        auto stuck = [opened = held->get_future().share()] {
            opened.wait();
            return 1;
        };
        CHECK_FALSE(co_await at.run_within(5ms, stuck));
        held->set_value();
        CHECK(co_await at.run_within(10s, [] { return 2; }) == 2);
    }(client, gate));
}

TEST_CASE("a worker that goes does not wait for its call", "[async]")
{
    asio::io_context context;
    auto gate = std::make_shared<std::promise<void>>();
    auto began = std::make_shared<std::promise<void>>();
    auto ended = std::make_shared<std::promise<void>>();
    {
        worker client(context.get_executor());
        auto stuck = [opened = gate->get_future().share(), began, ended] {
            began->set_value();
            opened.wait();
            ended->set_value();
            return 1;
        };
        thimble::tests::run(context, [](worker& at, auto call) -> asio::awaitable<void> {
            CHECK_FALSE(co_await within(5ms, at.run(call)));
        }(client, stuck));
        REQUIRE(began->get_future().wait_for(10s) == std::future_status::ready);
    }
    gate->set_value();
    CHECK(ended->get_future().wait_for(10s) == std::future_status::ready);
}

TEST_CASE("a call may end after the context of its caller", "[async]")
{
    auto gate = std::make_shared<std::promise<void>>();
    auto began = std::make_shared<std::promise<void>>();
    auto ended = std::make_shared<std::promise<void>>();
    {
        asio::io_context context;
        worker client(context.get_executor());
        auto stuck = [opened = gate->get_future().share(), began, ended] {
            began->set_value();
            opened.wait();
            ended->set_value();
            return 1;
        };
        asio::co_spawn(context, client.run(stuck), [](const std::exception_ptr&, int) {});
        context.poll();
        REQUIRE(began->get_future().wait_for(10s) == std::future_status::ready);
    }
    gate->set_value();
    CHECK(ended->get_future().wait_for(10s) == std::future_status::ready);
}

TEST_CASE("a call that writes to a closed pipe does not end the process", "[async]")
{
    asio::io_context context;
    worker client(context.get_executor());
    thimble::tests::run(context, [](worker& at) -> asio::awaitable<void> {
        const auto written = co_await at.run([] {
            int ends[2] = {-1, -1};
            if (::pipe(ends) != 0)
                return ssize_t(0);
            ::close(ends[0]);
            const auto outcome = ::write(ends[1], "x", 1);
            ::close(ends[1]);
            return outcome;
        });
        CHECK(written == -1);
    }(client));
}
