#include "bench/node_load.hpp"

#include "async/exception_text.hpp"
#include "tests/e2e/keep_alive_client.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace thimble::bench {

namespace asio = boost::asio;

namespace {

using clock = std::chrono::steady_clock;

constexpr std::chrono::seconds before_it_counts{10};
constexpr std::chrono::seconds between_taps{1};
constexpr std::chrono::seconds for_last_answers{90};

struct measured_span {
    clock::time_point begin;
    clock::time_point end;
    node_load seen;

    bool holds(clock::time_point when) const { return when >= begin && when < end; }
};

asio::awaitable<void> wait_until(clock::time_point when)
{
    asio::steady_timer pause(co_await asio::this_coro::executor, when);
    co_await pause.async_wait(asio::use_awaitable);
}

asio::awaitable<void> tap_on(const aimed_tap& what,
                             const std::string& api_key,
                             clock::time_point first,
                             measured_span& over)
{
    e2e::keep_alive_client client(co_await asio::this_coro::executor);
    co_await client.connect(what.port);
    const auto request = e2e::wire_request("POST", "/v1/phones/" + what.phone_id + "/tap", api_key,
                                           R"({"x": 310, "y": 700})");
    for (auto next = first; next < over.end;) {
        co_await wait_until(next);
        const auto began = clock::now();
        const auto heard = co_await client.exchange(request);
        const auto ended = clock::now();
        if (over.holds(ended) && heard.status == 200) {
            ++over.seen.done;
            over.seen.took.add(ended - began);
        } else if (over.holds(ended)) {
            ++over.seen.refused;
        }
        next = std::max(next + between_taps, ended);
    }
}

asio::awaitable<void> call_at(clock::time_point when, const std::function<void()>& what)
{
    co_await wait_until(when);
    what();
}

} // namespace

node_load tap_each_second(asio::io_context& context,
                          const std::string& api_key,
                          const std::vector<aimed_tap>& taps,
                          std::chrono::seconds time,
                          const std::function<void()>& begins,
                          const std::function<void()>& ends)
{
    const auto now = clock::now();
    measured_span over{
        .begin = now + before_it_counts, .end = now + before_it_counts + time, .seen = {}};
    over.seen.elapsed = time;
    std::size_t open = taps.size();
    for (std::size_t i = 0; i < taps.size(); ++i) {
        const auto place = between_taps * static_cast<double>(i) / static_cast<double>(taps.size());
        const auto first = now + std::chrono::duration_cast<clock::duration>(place);
        asio::co_spawn(context, tap_on(taps[i], api_key, first, over), [&open](const auto& failed) {
            async::rethrow(failed);
            --open;
        });
    }
    asio::co_spawn(context, call_at(over.begin, begins), async::rethrow);
    asio::co_spawn(context, call_at(over.end, ends), async::rethrow);
    context.restart();
    while (open > 0 && clock::now() < over.end + for_last_answers)
        context.run_one_for(std::chrono::seconds(1));
    if (open > 0)
        throw std::runtime_error("the service owes answers");
    if (over.seen.done == 0)
        throw std::runtime_error("no tap was done");
    return over.seen;
}

} // namespace thimble::bench
