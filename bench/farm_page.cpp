// The page of all phones of a large farm in a headless browser: bench_farm_page [PHONES] [SECONDS],
// 500 and 20 by default, all phones simulated by this process. Prints how long the page takes from
// its first line until all phones are on it, and the tasks of its main thread that held it up for
// more than 50 ms while it was scrolled. Ends with 1 when there was one.
#include "async/exception_text.hpp"
#include "bench/command_line.hpp"
#include "bench/simulated_daemon.hpp"
#include "screen/encode.hpp"
#include "tests/browser/browser.hpp"
#include "tests/e2e/service_program.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>
#include <thread>

namespace thimble::bench {

namespace {

namespace asio = boost::asio;

using namespace std::chrono_literals;

constexpr auto longest_wait = 120s;

/// Noise, which compresses no better than a busy screen.
screen::picture screen_of_noise()
{
    screen::image out({.width = 620, .height = 1344});
    std::mt19937 random(20261127);
    for (auto& each : out.pixels())
        each = static_cast<std::uint8_t>(random());
    return screen::encode(out, screen::picture_format::jpeg, 70);
}

/// Daemons with a phone each, on a thread of their own from link() on.
class simulated_farm {
public:
    simulated_farm(std::uint16_t port, const enrolled_account& of)
    {
        const auto shown = screen_of_noise();
        for (const auto& each : of.desktops) {
            daemons_.push_back(
                std::make_unique<simulated_daemon>(context_.get_executor(), port, each));
            daemons_.back()->show(shown);
        }
    }

    ~simulated_farm()
    {
        context_.stop();
        if (thread_.joinable())
            thread_.join();
    }

    simulated_farm(const simulated_farm&) = delete;
    simulated_farm& operator=(const simulated_farm&) = delete;

    /// All are there when it returns.
    void link()
    {
        bool all = false;
        asio::co_spawn(context_, link_each(all), async::rethrow);
        while (!all)
            context_.run_one();
        thread_ = std::thread([this] { context_.run(); });
    }

private:
    asio::awaitable<void> link_each(bool& all)
    {
        for (const auto& each : daemons_) {
            co_await each->link(false);
            asio::co_spawn(context_, each->live(), async::rethrow);
        }
        all = true;
    }

    asio::io_context context_{1};
    std::vector<std::unique_ptr<simulated_daemon>> daemons_;
    std::thread thread_;
};

/// Milliseconds from the page's beginning.
double until_shown(browser::page& in, std::size_t count)
{
    const auto all =
        "document.querySelectorAll('article[data-phone]').length === " + std::to_string(count);
    if (!in.until(all, longest_wait))
        throw std::runtime_error("the page does not show all phones");
    return in.evaluate("performance.now()").get<double>();
}

/// Lengths in milliseconds of the tasks above 50 ms, as the browser tells them.
std::vector<double> scroll(browser::page& in, std::chrono::seconds time)
{
    constexpr browser::place middle{.x = 640, .y = 500};
    constexpr double step = 400; // CSS pixels
    in.evaluate("window.held = []; new PerformanceObserver((list) => held.push(...list.getEntries()"
                ".map((each) => each.duration))).observe({ type: 'longtask' }); 0");
    double down = step;
    for (const auto end = std::chrono::steady_clock::now() + time;
         std::chrono::steady_clock::now() < end;) {
        in.turn_wheel(middle, down);
        std::this_thread::sleep_for(50ms);
        const auto at = in.evaluate("[scrollY, document.body.scrollHeight - innerHeight]");
        if (at.at(0).get<double>() + 1 >= at.at(1).get<double>())
            down = -step;
        else if (at.at(0).get<double>() <= 0)
            down = step;
    }
    return in.evaluate("window.held").get<std::vector<double>>();
}

bool run(std::size_t count, std::chrono::seconds time)
{
    const auto state = std::make_shared<e2e::temporary_directory>();
    const auto account = enrol_desktops(state->path(), count);
    const e2e::service_program service({"--log-level", "warn"}, state);
    simulated_farm farm(service.port(), account);
    farm.link();
    const browser::headless_browser chromium;
    auto page = chromium.new_page();
    page.bring_to_front();
    page.resize(1280, 860);
    page.open("http://127.0.0.1:" + std::to_string(service.port()) + "/#key=" + account.api_key);
    std::printf("%zu phones on the page after %.0f ms\n", count, until_shown(page, count));
    const auto held = scroll(page, time);
    const double longest = held.empty() ? 0 : *std::ranges::max_element(held);
    std::printf("scrolled for %lld s: %zu tasks above 50 ms, the longest %.0f ms\n",
                static_cast<long long>(time.count()), held.size(), longest);
    return held.empty();
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "PHONES", .usual = 500}, {.name = "SECONDS", .usual = 20}},
        [](const auto& numbers) {
            return thimble::bench::run(static_cast<std::size_t>(numbers[0]),
                                       std::chrono::seconds(numbers[1]));
        });
}
