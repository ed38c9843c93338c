// All of several coroutines, beside each other.
#include "async/all.hpp"
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "tests/async/run.hpp"

#include <stdexcept>

namespace asio = boost::asio;
using namespace std::chrono_literals;
using thimble::async::all;

namespace {

asio::awaitable<void> until_set(const bool& flag)
{
    while (!flag)
        co_await thimble::async::sleep_for(1ms);
}

asio::awaitable<void> setting(bool& flag)
{
    flag = true;
    co_return;
}

asio::awaitable<void> a_failure()
{
    throw std::runtime_error("no");
    co_return;
}

std::vector<asio::awaitable<void>> both(asio::awaitable<void> one, asio::awaitable<void> other)
{
    std::vector<asio::awaitable<void>> tasks;
    tasks.push_back(std::move(one));
    tasks.push_back(std::move(other));
    return tasks;
}

} // namespace

TEST_CASE("none of several coroutines waits for the one before", "[async]")
{
    asio::io_context context;
    bool set = false;
    thimble::tests::run(context, all(both(until_set(set), setting(set))));
}

TEST_CASE("all of no coroutines have ended", "[async]")
{
    asio::io_context context;
    thimble::tests::run(context, all({}));
}

TEST_CASE("one of several that fails ends none of the others", "[async]")
{
    asio::io_context context;
    bool set = false;
    thimble::tests::run(context, all(both(a_failure(), setting(set))));
    CHECK(set);
}

TEST_CASE("who gives several up leaves them to themselves", "[async]")
{
    asio::io_context context;
    bool go = false;
    const auto limited = [&]() -> asio::awaitable<void> {
        co_await thimble::async::race(all(both(until_set(go), until_set(go))),
                                      thimble::async::sleep_for(1ms));
        go = true; // run() goes on until they have ended as well
    };
    thimble::tests::run(context, limited());
    CHECK(go);
}
