// The limit on calls that were left behind, and on nothing else.
#include "device/usbmux/blocking_client.hpp"
#include "tests/async/run.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <functional>
#include <future>
#include <thread>
#include <vector>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using device::blocking_client;
using device::calls_are;

struct gate {
    void open() { held->set_value(); }

    /// A call that returns once the gate is open.
    auto call() const
    {
        return [opened = passed, count = begun] {
            ++*count;
            opened.wait();
            return 1;
        };
    }

    std::shared_ptr<std::promise<void>> held = std::make_shared<std::promise<void>>();
    std::shared_future<void> passed = held->get_future().share();
    device::call_count begun = std::make_shared<std::atomic<std::size_t>>(0); // calls so far
};

struct blocking_fixture {
    explicit blocking_fixture(calls_are related = calls_are::in_order)
        : client(context.get_executor(), all, related)
    {
    }

    void queue(std::chrono::milliseconds limit, const std::function<int()>& call)
    {
        boost::asio::co_spawn(
            context, client.run(limit, call),
            [this](const std::exception_ptr&, std::optional<int> value) { left += value ? 0 : 1; });
        context.poll();
        context.restart();
    }

    /// Returns once the call is under way; its time does not end before.
    void begin(std::chrono::milliseconds limit, const gate& what)
    {
        const auto before = what.begun->load();
        queue(limit, what.call());
        const auto latest = std::chrono::steady_clock::now() + 1min;
        while (*what.begun == before && std::chrono::steady_clock::now() < latest)
            std::this_thread::yield();
        REQUIRE(*what.begun == before + 1);
    }

    /// Returns once so many of those calls were left behind.
    void until_left(std::size_t count)
    {
        const auto latest = std::chrono::steady_clock::now() + 1min;
        while (left < count && std::chrono::steady_clock::now() < latest) {
            context.run_one_for(1s);
            context.restart();
        }
        REQUIRE(left == count);
    }

    /// Returns once so many calls are under way, those that were left behind included: a call that
    /// has answered may take a moment longer.
    void until_under_way(std::size_t count)
    {
        const auto latest = std::chrono::steady_clock::now() + 1min;
        while (*all > count && std::chrono::steady_clock::now() < latest) {
            context.run_for(1ms);
            context.restart();
        }
        REQUIRE(*all == count);
    }

    std::optional<int> run(std::chrono::milliseconds limit, const std::function<int()>& call)
    {
        std::optional<int> out;
        const auto keep = [](blocking_client& by, std::chrono::milliseconds time,
                             std::function<int()> what,
                             std::optional<int>& to) -> boost::asio::awaitable<void> {
            to = co_await by.run(time, std::move(what));
        };
        tests::run(context, keep(client, limit, call, out));
        context.restart();
        return out;
    }

    boost::asio::io_context context{1};
    device::call_count all = std::make_shared<std::atomic<std::size_t>>(0);
    std::size_t left = 0; // queued calls that were left behind
    blocking_client client;
};

struct independent_calls : blocking_fixture {
    independent_calls() : blocking_fixture(calls_are::independent) {}
};

} // namespace

TEST_CASE_METHOD(blocking_fixture, "calls that are waited for are never too many", "[device]")
{
    gate first;
    std::vector<std::optional<int>> answers;
    constexpr std::size_t many = 2 * blocking_client::stuck_limit;
    for (std::size_t each = 0; each < many; ++each)
        boost::asio::co_spawn(context, client.run(1min, first.call()),
                              [&](const std::exception_ptr& problem, std::optional<int> value) {
                                  REQUIRE_FALSE(problem);
                                  answers.push_back(value);
                              });
    context.poll();
    CHECK(answers.empty()); // none was refused
    first.open();
    context.restart();
    context.run_for(1min);
    CHECK(answers == std::vector<std::optional<int>>(many, 1));
}

TEST_CASE_METHOD(independent_calls, "an independent call waits for none that hangs", "[device]")
{
    gate stuck;
    begin(1s, stuck);
    until_left(1);
    CHECK(run(1min, [] { return 2; }) == 2);
    until_under_way(1); // the one that hangs
    stuck.open();
    until_under_way(0);
}

TEST_CASE_METHOD(blocking_fixture,
                 "one that changes something waits for the first that hangs, and for no second",
                 "[device]")
{
    gate stuck;
    begin(1s, stuck);
    until_left(1);
    bool begun = false;
    CHECK_FALSE(run(100ms, [&begun] {
        begun = true;
        return 2;
    }));
    CHECK_FALSE(begun);
    CHECK(run(1min, [] { return 2; }) == 2);
    stuck.open();
    until_under_way(0);
}

TEST_CASE_METHOD(independent_calls,
                 "a call that waited behind one that hangs says nothing of the next thread",
                 "[device]")
{
    gate stuck;
    gate next;
    begin(1s, stuck);
    queue(2s, [] { return 2; });
    queue(2s, [] { return 2; });
    until_left(1);
    begin(5min, next);
    until_left(3);
    const auto begun = std::make_shared<std::atomic<bool>>(false);
    queue(100ms, [begun] {
        *begun = true;
        return 2;
    });
    until_left(4);
    CHECK_FALSE(*begun); // it follows the one that is under way
    stuck.open();
    next.open();
    until_under_way(0);
}

TEST_CASE("no call is begun while too many that were left behind are stuck", "[device]")
{
    blocking_fixture on(GENERATE(calls_are::in_order, calls_are::independent));
    const auto run = [&on](auto limit, auto call) { return on.run(limit, std::move(call)); };
    gate stuck;
    // A call that is dropped with a thread that it waited for has ended: only those that began are
    // stuck.
    for (int tries = 0; *stuck.begun < blocking_client::stuck_limit && tries < 1000; ++tries)
        CHECK_FALSE(run(10ms, stuck.call()));
    CHECK(*stuck.begun == blocking_client::stuck_limit);
    bool begun = false;
    CHECK_FALSE(run(1min, [&begun] {
        begun = true;
        return 2;
    }));
    CHECK_FALSE(begun);
    stuck.open();
    on.until_under_way(0);
    CHECK(run(1min, [] { return 2; }) == 2);
}

} // namespace thimble::tests
