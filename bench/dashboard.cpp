// The page of a phone in a headless browser: bench_dashboard [SECONDS] [CLICKS], 10 and 200 by
// default. Prints how many pictures a second it draws of a moving screen that it asks for 30 of,
// and how long a click takes from the event to the answer that the phone has been tapped; the
// finger is on the glass before that; and from the page's first line until its screen is drawn and
// its buttons work. Ends with 1 when it draws fewer than 25, when 5 of 100 clicks take longer than
// 30 ms, or when half of the loads take longer than 300 ms.
#include "bench/measurement.hpp"
#include "bench/moving_screen.hpp"
#include "tests/browser/dashboard_view.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

namespace thimble::bench {

namespace {

using namespace std::chrono_literals;

constexpr double least_rate = 25;
constexpr milliseconds longest_click{30};
constexpr milliseconds longest_load{300};
constexpr int loads = 21;

/// Pictures a second that the page has drawn.
double drawn_rate(browser::page& in, std::chrono::seconds time)
{
    in.evaluate("(() => { const draw = CanvasRenderingContext2D.prototype.drawImage;"
                "window.drawn = 0;"
                "CanvasRenderingContext2D.prototype.drawImage = function (...all) {"
                "++window.drawn; return draw.apply(this, all); }; })()");
    std::this_thread::sleep_for(2s); // the stream finds its pace
    const auto before = in.evaluate("window.drawn").get<double>();
    const auto began = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(time);
    const auto after = in.evaluate("window.drawn").get<double>();
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - began;
    return (after - before) / spent.count();
}

/// From the moment that the browser gives the event to the answer of its tap.
milliseconds click_time(browser::page& in, browser::place at)
{
    const auto count = in.evaluate("window.answers.length").get<std::size_t>();
    in.click(at);
    if (!in.until("window.answers.length > " + std::to_string(count), 10s))
        throw std::runtime_error("a click was not answered");
    return milliseconds(in.evaluate("window.answers.at(-1)").get<double>());
}

measurement click_times(browser::page& in, int clicks)
{
    in.evaluate("(() => { window.answers = []; let at = 0;"
                "addEventListener('pointerup', (event) => (at = event.timeStamp), true);"
                "const told = document.querySelector('.did');"
                "new MutationObserver(() => told.textContent.startsWith('tap: ') &&"
                "window.answers.push(performance.now() - at))"
                ".observe(told, { childList: true }); })()");
    const auto box = in.evaluate("(({ x, y, width, height }) => [x + width / 2, y + height / 2])"
                                 "(document.querySelector('canvas').getBoundingClientRect())");
    const browser::place middle{.x = box.at(0).get<double>(), .y = box.at(1).get<double>()};
    measurement out;
    for (int round = -10; round < clicks; ++round) { // ten to warm up
        const auto took = click_time(in, middle);
        if (round >= 0)
            out.add(took);
        std::this_thread::sleep_for(400ms); // or it would be a double click
    }
    return out;
}

/// Of the page of a phone, whose browser has nothing of it but what its cache may keep.
measurement load_times(browser::page& in, const std::string& address)
{
    measurement out;
    for (int round = 0; round < loads; ++round) {
        in.open("about:blank");
        in.open(address);
        out.add(milliseconds(
            in.evaluate("new Promise((done) => { const look = () => "
                        "document.querySelector('.touchable canvas:not(.blank)') && "
                        "!document.querySelector('.rail button').disabled "
                        "? done(performance.now()) : requestAnimationFrame(look); look(); })")
                .get<double>()));
    }
    return out;
}

int run(int seconds, int clicks)
{
    const browser::dashboard_view on({.device_time = "0"}, {"--live-fps", "30"});
    auto page = on.phone_page();
    page.resize(1280, 860);
    double rate = 0;
    {
        const moving_screen moving(on.phone, {"com.apple.Maps", "com.apple.Preferences"});
        rate = drawn_rate(page, std::chrono::seconds(seconds));
    }
    std::printf("pictures drawn: %.1f a second\n", rate);
    on.phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    const auto times = click_times(page, clicks);
    const auto late = times.quantile(0.95);
    std::printf("a click, to the answer: %.1f ms p50, %.1f ms p95\n", times.quantile(0.5).count(),
                late.count());
    const auto opened =
        load_times(page, on.address() + "#/phones/" + on.system->id_of(on.phone)).quantile(0.5);
    std::printf("the page, until it can be used: %.0f ms p50\n", opened.count());
    const bool quick = late <= longest_click && opened <= longest_load;
    return rate >= least_rate && quick ? EXIT_SUCCESS : EXIT_FAILURE;
}

} // namespace

} // namespace thimble::bench

int main(int count, char** words)
{
    try {
        const auto number = [&](int place, int otherwise) {
            return count > place ? std::atoi(words[place]) : otherwise;
        };
        return thimble::bench::run(number(1, 10), number(2, 200));
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "bench_dashboard: %s\n", failed.what());
        return EXIT_FAILURE;
    }
}
