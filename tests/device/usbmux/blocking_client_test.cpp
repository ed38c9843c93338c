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

struct gate {
    void open() { held->set_value(); }

    /// A call that returns once the gate is open.
    auto call()
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
    blocking_client client{context.get_executor(), all};
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

TEST_CASE_METHOD(blocking_fixture,
                 "no call is begun while too many that were left behind are stuck",
                 "[device]")
{
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
    const auto latest = std::chrono::steady_clock::now() + 1min;
    while (*all > 0 && std::chrono::steady_clock::now() < latest)
        std::this_thread::yield(); // until the calls have ended
    CHECK(run(1min, [] { return 2; }) == 2);
}

} // namespace thimble::tests
