#include "async/deadline.hpp"
#include "async/worker.hpp"
#include "tests/async/run.hpp"

#include <atomic>
#include <future>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::with_timeout;
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
        CHECK_FALSE(co_await with_timeout(5ms, at.run(stuck)));
        CHECK(at.calls() == 1);
        held->set_value();
        CHECK(co_await with_timeout(10s, at.run([] { return 2; })) == 2);
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
            CHECK_FALSE(co_await with_timeout(5ms, at.run(call)));
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

TEST_CASE("what a call throws is thrown on the home thread", "[async]")
{
    asio::io_context context;
    worker client(context.get_executor());
    thimble::tests::run(context, [](worker& at) -> asio::awaitable<void> {
        const auto failing = []() -> int { throw std::runtime_error("no"); };
        std::string thrown;
        try {
            co_await at.run(failing);
        } catch (const std::runtime_error& problem) {
            thrown = problem.what();
        }
        CHECK(thrown == "no");
        thrown.clear();
        try {
            co_await at.run_within(10s, failing);
        } catch (const std::runtime_error& problem) {
            thrown = problem.what();
        }
        CHECK(thrown == "no");
        CHECK(co_await with_timeout(10s, at.run([] { return 2; })) == 2); // its thread goes on
    }(client));
}

#ifdef __GLIBC__ // elsewhere a thread's stack has no size that a process could set

namespace {

/// While this lives no thread can be started: no address space has room for its stack.
class no_room_for_threads {
public:
    no_room_for_threads()
    {
        REQUIRE(::pthread_getattr_default_np(&before_) == 0);
        pthread_attr_t huge;
        REQUIRE(::pthread_attr_init(&huge) == 0);
        REQUIRE(::pthread_attr_setstacksize(&huge, std::size_t{1} << 47U) == 0);
        REQUIRE(::pthread_setattr_default_np(&huge) == 0);
        ::pthread_attr_destroy(&huge);
    }
    no_room_for_threads(const no_room_for_threads&) = delete;
    no_room_for_threads& operator=(const no_room_for_threads&) = delete;
    ~no_room_for_threads()
    {
        ::pthread_setattr_default_np(&before_);
        ::pthread_attr_destroy(&before_);
    }

private:
    pthread_attr_t before_{};
};

} // namespace

TEST_CASE("a worker whose thread could not be started works once it can be", "[async]")
{
    asio::io_context context;
    worker client(context.get_executor());
    auto ran = std::make_shared<std::atomic<bool>>(false);
    thimble::tests::run(context, [](worker& at, auto mark) -> asio::awaitable<void> {
        {
            const no_room_for_threads full;
            at.enqueue([mark] { *mark = true; });
            bool refused = false;
            try {
                co_await with_timeout(10s, at.run([] { return 1; }));
            } catch (const std::system_error&) {
                refused = true;
            }
            CHECK(refused);
            CHECK(at.calls() == 1); // the call that nobody waits for
        }
        CHECK(co_await with_timeout(10s, at.run([] { return 2; })) == 2);
        CHECK(*mark);
    }(client, ran));
}

#endif

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
