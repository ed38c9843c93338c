// One phone, five viewers, thirty pictures a second: bench_live_view [SECONDS], 20 by default.
// Prints what each viewer got, how old the pictures were, and what thimbled cost; a sixth viewer
// stops reading and has to be dropped. Ends with 1 when one of these is not as it should be.
#include "bench/measurement.hpp"
#include "bench/process_usage.hpp"
#include "tests/e2e/stream_viewer.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
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
constexpr milliseconds allowed_age{2000 / wanted_rate};
constexpr auto target = "/v1/stream?fps=30";

/// What one viewer saw.
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
        thread_ = std::jthread([this, begin, end] {
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
        if (thread_.joinable())
            thread_.join();
        return seen_;
    }

private:
    e2e::stream_viewer viewer_;
    sight seen_;
    std::jthread thread_;
};

void open_in_turns(const e2e::virtual_phone& phone, const std::stop_token& over)
{
    const std::array<const char*, 3> apps{"com.apple.Preferences", "com.apple.mobileslideshow",
                                          "com.apple.Maps"};
    for (std::size_t i = 0; !over.stop_requested(); ++i) {
        phone.make("open", {{"bundle_id", apps.at(i % apps.size())}});
        std::this_thread::sleep_for(std::chrono::milliseconds(25)); // quicker than the pictures
    }
}

/// Keeps the screen moving, as quickly as the phone can draw. `phone` outlives it.
std::jthread move_screen(const e2e::virtual_phone& phone)
{
    return std::jthread([&phone](const std::stop_token& over) {
        try {
            open_in_turns(phone, over);
        } catch (const std::exception& failed) { // how often the picture changes is printed
            std::fprintf(stderr, "bench_live_view: the screen stands still: %s\n", failed.what());
        }
    });
}

/// Whether somebody who stops to read is dropped in the time that the service grants, and a bit.
bool is_dropped(const e2e::thimble_system& from)
{
    e2e::stream_viewer asleep(from.port(), from.key(), target);
    std::this_thread::sleep_for(std::chrono::seconds(25));
    const auto left = [&] {
        int pictures = 0;
        while (asleep.next())
            if (++pictures > 200) // more than sockets hold
                return pictures;
        return pictures;
    }();
    std::printf("a viewer that did not read for 25 s: %d pictures, then the end\n", left);
    return left <= 200;
}

bool print(std::vector<viewing>& viewers, seconds took, seconds processor)
{
    bool good = true;
    double changes = 0;
    for (auto& each : viewers) {
        const auto& seen = each.seen();
        const double rate = seen.pictures / took.count();
        const auto age = seen.ages.quantile(0.95);
        changes = seen.changes / took.count();
        std::printf("  viewer: %5.2f pictures a second, age p50 %5.1f ms, p95 %5.1f ms [%.1f]\n",
                    rate, seen.ages.quantile(0.5).count(), age.count(), allowed_age.count());
        good = good && rate >= allowed_rate && age <= allowed_age;
    }
    const double core = processor.count() / took.count();
    std::printf(
        "  thimbled: %.1f %% of one core [%.0f %%]; the picture changed %.1f times a second\n",
        100 * core, 100 * allowed_core, changes);
    return good && core <= allowed_core;
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
    const auto moving = move_screen(phone);
    std::vector<viewing> viewers;
    viewers.reserve(viewer_count);
    for (int i = 0; i < viewer_count; ++i)
        viewers.emplace_back(daemon);
    const auto began = clock::now() + std::chrono::seconds(3); // the phone's pace is set by then
    for (auto& each : viewers)
        each.watch(began, began + std::chrono::duration_cast<clock::duration>(length));
    std::this_thread::sleep_until(began);
    const auto before = usage_of(daemon.process().pid()).value_or(process_usage{});
    for (auto& each : viewers)
        each.seen();
    const seconds took = clock::now() - began;
    const auto after = usage_of(daemon.process().pid()).value_or(process_usage{});
    const bool good = print(viewers, took, after.processor - before.processor);
    return is_dropped(daemon) && good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    try {
        const int length = argc > 1 ? std::atoi(argv[1]) : 20;
        if (length < 1 || length > 3600)
            throw std::invalid_argument("SECONDS is a whole number from 1 to 3600");
        return thimble::bench::run(thimble::bench::seconds(length)) ? 0 : 1;
    } catch (const std::exception& failed) {
        std::fprintf(stderr, "bench_live_view: %s\n", failed.what());
        return 2;
    }
}
