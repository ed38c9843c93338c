// One phone, five viewers, thirty pictures a second: bench_live_view [SECONDS], 20 by default.
// Prints what each viewer got, how old the pictures were, and what thimbled cost; then the same
// with a sixth viewer that does not read, who has to be dropped in the end. Ends with 1 when one of
// these is not as it should be.
#include "bench/command_line.hpp"
#include "bench/measurement.hpp"
#include "bench/moving_screen.hpp"
#include "bench/process_usage.hpp"
#include "tests/e2e/stream_viewer.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <cstdio>
#include <functional>
#include <future>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace thimble::bench {

namespace {

using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;

constexpr int viewer_count = 5;
constexpr double wanted_rate = 30;
constexpr double allowed_rate = 0.97 * wanted_rate; // of pictures that came, at least
constexpr double allowed_core = 0.60;
constexpr double allowed_for_asleep = 0.03; // what two runs differ by
constexpr milliseconds allowed_age{2000 / wanted_rate};
constexpr seconds longer_than_granted{25}; // to somebody who does not read
constexpr auto target = "/v1/stream?fps=30";

/// Sight of one viewer.
struct sight {
    int pictures = 0;
    int changes = 0; // pictures that were not the one before them
    measurement ages;
};

class viewing {
public:
    explicit viewing(const e2e::thimble_system& of) : viewer_(of.port(), of.key(), target)
    {
        if (viewer_.status() != 200)
            throw std::runtime_error("the stream was refused");
    }

    /// Reads from now on, as everybody who watches does; counts from `begin` to `end`.
    void watch(clock::time_point begin, clock::time_point end)
    {
        seen_ = {};
        watching_ = std::async(std::launch::async, [this, begin, end] {
            std::size_t last = 0;
            while (clock::now() < end) {
                const auto shown = viewer_.next();
                if (!shown)
                    return;
                const auto hash = std::hash<std::string>()(shown->jpeg);
                const bool other = std::exchange(last, hash) != hash;
                if (clock::now() < begin)
                    continue;
                ++seen_.pictures;
                seen_.changes += other ? 1 : 0;
                seen_.ages.add(shown->age());
            }
        });
    }

    const sight& seen()
    {
        if (watching_.valid())
            watching_.get();
        return seen_;
    }

private:
    e2e::stream_viewer viewer_;
    sight seen_;
    std::future<void> watching_; // waits for its end
};

/// True where a viewer that has not read for longer than the service grants was dropped.
bool is_dropped(e2e::stream_viewer& asleep)
{
    constexpr int most_on_the_way = 200; // pictures: more than sockets hold
    int left = 0;
    while (left <= most_on_the_way && asleep.next())
        ++left;
    std::printf("  the viewer who did not read: %d pictures, then %s\n", left,
                left <= most_on_the_way ? "the end" : "no end");
    return left <= most_on_the_way;
}

struct cost {
    double core = 0;
    bool good = true;
};

cost print(std::vector<viewing>& viewers, seconds took, seconds processor)
{
    cost out{.core = processor.count() / took.count()};
    double changes = 0;
    for (auto& each : viewers) {
        const auto& seen = each.seen();
        const double rate = seen.pictures / took.count();
        const auto age = seen.ages.quantile(0.95);
        changes = seen.changes / took.count();
        std::printf("  viewer: %5.2f pictures a second, age p50 %5.1f ms, p95 %5.1f ms [%.1f]\n",
                    rate, seen.ages.quantile(0.5).count(), age.count(), allowed_age.count());
        out.good = out.good && rate >= allowed_rate && age <= allowed_age;
    }
    std::printf(
        "  thimbled: %.1f %% of one core [%.0f %%]; the picture changed %.1f times a second\n",
        100 * out.core, 100 * allowed_core, changes);
    out.good = out.good && out.core <= allowed_core;
    return out;
}

/// Lets all of them watch, from a moment on when the phone's pace is set.
cost watch_together(const e2e::thimble_system& daemon,
                    std::vector<viewing>& viewers,
                    seconds length)
{
    const auto began = clock::now() + std::chrono::seconds(3);
    for (auto& each : viewers)
        each.watch(began, began + std::chrono::duration_cast<clock::duration>(length));
    std::this_thread::sleep_until(began);
    const auto before = usage_of(daemon.process().pid()).value_or(process_usage{});
    for (auto& each : viewers)
        each.seen();
    const seconds took = clock::now() - began;
    const auto after = usage_of(daemon.process().pid()).value_or(process_usage{});
    return print(viewers, took, after.processor - before.processor);
}

bool run(seconds length)
{
    const e2e::virtual_phones phones;
    const auto phone = phones.at(0);
    e2e::thimble_system daemon(phones, {"--live-fps", "30"});
    if (!daemon.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    // A session lives from the first touch on, and with it the setting of the rate.
    if (daemon.api().post("/v1/home").status != 200)
        throw std::runtime_error("the phone did not go home");
    const moving_screen moving(
        phone, {"com.apple.Preferences", "com.apple.mobileslideshow", "com.apple.Maps"});
    std::vector<viewing> viewers;
    viewers.reserve(viewer_count);
    for (int i = 0; i < viewer_count; ++i)
        viewers.emplace_back(daemon);
    std::printf("five viewers\n");
    const auto alone = watch_together(daemon, viewers, length);
    std::printf("five viewers, and one who does not read\n");
    e2e::stream_viewer asleep(daemon.port(), daemon.key(), target);
    const auto beside = watch_together(daemon, viewers, std::max(length, longer_than_granted));
    std::printf("  cost of the one who does not read: %+.1f %% of one core [%.0f %%]\n",
                100 * (beside.core - alone.core), 100 * allowed_for_asleep);
    const bool cheap = beside.core - alone.core <= allowed_for_asleep;
    return is_dropped(asleep) && cheap && alone.good && beside.good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "SECONDS", .usual = 20, .most = 3600}},
        [](const auto& numbers) { return thimble::bench::run(std::chrono::seconds(numbers[0])); });
}
