// Time that Thimble adds to a runner as slow as on a phone: bench_runner_cost [ROUNDS] [SECONDS].
// Prints what a tap and a fresh screenshot take through REST beyond the same request sent to
// WebDriverAgent directly, in turns, and how often an idle phone's main queue is asked during
// SECONDS, at least 30, unwatched and watched. Ends with 1 when one of these is more than allowed.
#include "bench/command_line.hpp"
#include "bench/http_conversation.hpp"
#include "bench/measurement.hpp"
#include "bench/usbmux_connection.hpp"
#include "device/wda/actions.hpp"
#include "gesture/drag.hpp"
#include "gesture/tap.hpp"
#include "tests/e2e/stream_viewer.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <thread>
#include <vector>

namespace thimble::bench {

namespace {

using std::chrono::seconds;

constexpr std::uint16_t wda_port = 8100;
constexpr milliseconds touch_floor{210}; // what the runner takes for any touch
constexpr milliseconds allowed_of_tap{15};
constexpr milliseconds allowed_of_slow_tap{40}; // p95
constexpr milliseconds allowed_of_list{20};
constexpr milliseconds allowed_of_photo{50};
constexpr seconds between_questions{5};
constexpr seconds until_idle{10}; // what the readiness and the last touch give cause to ask

/// One phone, by both ways.
class two_ways {
public:
    two_ways(boost::asio::io_context& context,
             const e2e::virtual_phones& phones,
             const e2e::thimble_system& daemon)
        : wda_(connect_to_phone(context, phones.socket(), wda_port)),
          rest_(connect_to_service(context, daemon.port()), daemon.key())
    {
        const auto status = nlohmann::json::parse(wda_.exchange("GET", "/status", ""));
        actions_ = "/session/" + status.at("sessionId").get<std::string>() + "/actions";
    }

    void tap() { play(gesture::tap({.x = 150, .y = 300})); }
    void play(const gesture::touch_path& path)
    {
        wda_.exchange("POST", actions_, device::wda::actions_of(path).dump());
    }
    void tap_by_rest() { rest_.exchange("POST", "/v1/tap", R"({"x": 237, "y": 473})"); }
    /// The size of what was answered, in bytes.
    std::size_t picture() { return wda_.exchange("GET", "/screenshot", "").size(); }
    void picture_by_rest() { rest_.exchange("GET", "/v1/screenshot", ""); }

private:
    http_conversation wda_;
    http_conversation rest_;
    std::string actions_;
};

bool print_times(const char* what, const comparison& measured, milliseconds allowed)
{
    const auto by_hand = measured.direct.quantile(0.5);
    const auto added = measured.ours.quantile(0.5) - by_hand;
    std::printf("%s\n  directly     p50 %7.2f ms   p95 %7.2f ms\n", what, by_hand.count(),
                measured.direct.quantile(0.95).count());
    std::printf("  through REST p50 %7.2f ms   p95 %7.2f ms\n", measured.ours.quantile(0.5).count(),
                measured.ours.quantile(0.95).count());
    std::printf("  added        p50 %7.2f ms [%.0f]   ratio %.3f\n", added.count(), allowed.count(),
                measured.ratio());
    return added <= allowed;
}

/// After a picture, as whoever looks before touching: and without one, which costs the look.
bool measure_taps(two_ways& phone, int rounds)
{
    comparison seen;
    comparison unseen;
    for (int round = 0; round < rounds; ++round) {
        seen.direct.time([&] { phone.tap(); });
        phone.picture_by_rest();
        seen.ours.time([&] { phone.tap_by_rest(); });
    }
    print_times("tap after a screenshot", seen, allowed_of_tap);
    const auto usual = seen.ours.quantile(0.5) - touch_floor;
    const auto slow = seen.ours.quantile(0.95) - touch_floor;
    std::printf("  beyond the runner's 210 ms: p50 %.2f ms [%.0f]   p95 %.2f ms [%.0f]\n",
                usual.count(), allowed_of_tap.count(), slow.count(), allowed_of_slow_tap.count());
    std::this_thread::sleep_for(seconds(3)); // no picture is fresh any more
    for (int round = 0; round < rounds; ++round) {
        unseen.direct.time([&] { phone.tap(); });
        unseen.ours.time([&] { phone.tap_by_rest(); });
    }
    print_times("tap without a screenshot (told, not judged)", unseen, allowed_of_tap);
    return usual <= allowed_of_tap && slow <= allowed_of_slow_tap;
}

/// The screen is another one each time; what the phone itself has to draw is not counted.
bool measure_pictures(const char* what,
                      two_ways& phone,
                      const gesture::touch_path& change,
                      int rounds,
                      milliseconds allowed)
{
    comparison taken;
    std::size_t bytes = 0;
    for (int round = 0; round < rounds; ++round) {
        phone.play(change);
        std::this_thread::sleep_for(seconds(2)); // at rest
        bytes = phone.picture();
        taken.direct.time([&] { phone.picture(); });
        taken.ours.time([&] { phone.picture_by_rest(); });
    }
    const bool good = print_times(what, taken, allowed);
    std::printf("  WebDriverAgent's answer has %.2f MB\n", static_cast<double>(bytes) / 1e6);
    return good;
}

using counts = std::map<std::string, std::size_t>;

/// Questions to the main queue during `length`, by their kind; from an idle phone.
bool measure_questions(const char* what, const e2e::virtual_phone& phone, seconds length)
{
    std::this_thread::sleep_for(until_idle);
    const auto before = phone.requests().at("main_queue").get<counts>();
    std::this_thread::sleep_for(length);
    const auto after = phone.requests().at("main_queue").get<counts>();
    std::size_t asked = 0;
    std::printf("idle phone, %s, %lld s: its main queue was asked", what,
                static_cast<long long>(length.count()));
    for (const auto& [route, count] : after) {
        const auto more = count - (before.contains(route) ? before.at(route) : 0);
        asked += more;
        if (more > 0)
            std::printf(" %zu x %s,", more, route.c_str());
    }
    const auto allowed = static_cast<std::size_t>(length / between_questions) + 1;
    std::printf(" %zu in all [%zu]\n", asked, allowed);
    return asked <= allowed;
}

/// Reads a live stream on a thread of its own until it is destroyed.
class reading_viewer {
public:
    explicit reading_viewer(const e2e::thimble_system& daemon)
        : viewer_(daemon.port(), daemon.key(), "/v1/stream?fps=10"), thread_([this] {
              while (!ended_ && viewer_.next()) {
              }
          })
    {
    }
    reading_viewer(const reading_viewer&) = delete;
    reading_viewer& operator=(const reading_viewer&) = delete;
    ~reading_viewer()
    {
        ended_ = true;
        thread_.join();
    }

private:
    e2e::stream_viewer viewer_;
    std::atomic<bool> ended_ = false;
    std::thread thread_; // std::jthread is not in every libc++
};

bool measure_idle(const e2e::thimble_system& daemon,
                  const e2e::virtual_phone& phone,
                  seconds length)
{
    bool good = measure_questions("unwatched", phone, length);
    const reading_viewer reading(daemon);
    return measure_questions("watched", phone, length) && good;
}

bool idle_of_older_runner(seconds length)
{
    const e2e::virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5,wda=9.15.3"}, .runner_times = "real"});
    const e2e::thimble_system daemon(phones);
    if (!daemon.until_ready(phones.at(0), e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    std::printf("WebDriverAgent 9.15.3, which answers everything from its main queue:\n");
    return measure_idle(daemon, phones.at(0), length);
}

bool run(int rounds, seconds length)
{
    const e2e::virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5"}, .runner_times = "real"});
    const auto phone = phones.at(0);
    const e2e::thimble_system daemon(phones);
    if (!daemon.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    boost::asio::io_context context(1);
    two_ways ways(context, phones, daemon);
    ways.picture_by_rest();
    ways.tap_by_rest(); // opens what stays open from now on
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});
    bool good = measure_taps(ways, rounds);
    const auto slow = gesture::pace::slow;
    phone.make("open", {{"bundle_id", "com.apple.Preferences"}});
    good = measure_pictures("screenshot of a list", ways,
                            gesture::drag({.x = 200, .y = 600}, {.x = 200, .y = 500}, slow),
                            rounds / 3 + 1, allowed_of_list) &&
           good;
    phone.make("open", {{"bundle_id", "com.apple.mobileslideshow"}});
    ways.tap(); // opens a photo
    good = measure_pictures("screenshot of a photo", ways,
                            gesture::drag({.x = 330, .y = 420}, {.x = 40, .y = 420}, slow),
                            rounds / 3 + 1, allowed_of_photo) &&
           good;
    good = measure_idle(daemon, phone, length) && good;
    return idle_of_older_runner(length) && good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "ROUNDS", .usual = 30},
         {.name = "SECONDS", .usual = 30, .least = 30, .most = 3600}},
        [](const auto& numbers) {
            return thimble::bench::run(numbers[0], std::chrono::seconds(numbers[1]));
        });
}
