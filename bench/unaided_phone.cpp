// Times of a phone of iOS 27 that its own services drive, without a runner and at the phone's own
// pace: bench_unaided_phone [ROUNDS]. Taps against a sleep as long as the finger is down, ten taps
// a second, typing, an act with the picture after it, and pictures out of a stream of sixty
// pictures a second, which scripts/stream_loop makes. Ends with 1 when one of them takes longer
// than it may.
#include "bench/command_line.hpp"
#include "bench/http_conversation.hpp"
#include "bench/measurement.hpp"
#include "gesture/tap.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace thimble::bench {

namespace {

using clock = std::chrono::steady_clock;
using seconds = std::chrono::duration<double>;

constexpr milliseconds most_beyond_hold{10};
constexpr milliseconds most_beyond_settling{120};
constexpr milliseconds settling{200}; // the screen has to be still for so long
constexpr milliseconds most_png{25};
constexpr milliseconds most_jpeg{15};
constexpr double least_characters = 15; // a second
constexpr double least_taps = 9.6;      // a second, of ten that are asked for
constexpr int warm_up = 10;

constexpr auto sketch = "com.thimble.sketch";
constexpr auto notes = "com.apple.mobilenotes";

/// One of them with a thimbled that drives it. How its touches land is known.
class unaided_phone {
public:
    explicit unaided_phone(const std::string& more = "")
        : phones_({.phones = {"iPhone 15 Pro,ios=27,runner=absent,touch_gate=open" + more}}),
          phone_(phones_.at(0)), daemon_(phones_, with_tunnels(), {"--runners", "off"})
    {
        if (!daemon_.until_ready(phone_, e2e::ready_limit))
            throw std::runtime_error("the phone did not get ready");
        rest_.emplace(connect_to_service(context_, daemon_.port()), daemon_.key());
    }

    /// Draws lines until one is seen to be drawn: a point would be too small.
    void find_how_touches_land() const
    {
        open(sketch);
        for (int made = 0; made < 6; ++made) {
            const int y = 400 + (40 * made);
            const nlohmann::json line{
                {"from_x", 150}, {"from_y", y}, {"to_x", 450}, {"to_y", y + 100}};
            if (daemon_.api().post("/v1/drag", line.dump()).status == 200)
                return;
        }
        throw std::runtime_error("no touch was seen to land");
    }

    void open(const char* app) const { phone_.make("open", {{"bundle_id", app}}); }
    void tap(int x, int y) { rest_->exchange("POST", "/v1/tap", body_of(x, y)); }
    http_conversation& rest() { return *rest_; }
    const e2e::virtual_phone& phone() const { return phone_; }

    static std::string body_of(int x, int y) { return nlohmann::json{{"x", x}, {"y", y}}.dump(); }

private:
    static std::shared_ptr<e2e::household> with_tunnels()
    {
        auto home = std::make_shared<e2e::household>();
        home->more = {{"THIMBLE_TUNNELS", "on"}};
        return home;
    }

    e2e::virtual_phones phones_;
    e2e::virtual_phone phone_;
    e2e::thimble_system daemon_;
    boost::asio::io_context context_{1};
    std::optional<http_conversation> rest_;
};

bool taps_are_quick(unaided_phone& on, int rounds)
{
    on.open(sketch);
    const auto taps = compare(
        warm_up, rounds, [] { std::this_thread::sleep_for(gesture::tap_hold); },
        [&] { on.tap(237, 473); });
    const auto beyond = taps.ours.quantile(0.5) - milliseconds(gesture::tap_hold);
    std::printf("tap, from the call until the finger is up\n"
                "  a sleep as long   p50 %7.2f ms   p95 %7.2f ms\n"
                "  through REST      p50 %7.2f ms   p95 %7.2f ms\n"
                "  ratio of the medians %.2f; beyond the hold %.2f ms [%.0f]\n",
                taps.direct.quantile(0.5).count(), taps.direct.quantile(0.95).count(),
                taps.ours.quantile(0.5).count(), taps.ours.quantile(0.95).count(), taps.ratio(),
                beyond.count(), most_beyond_hold.count());
    return beyond <= most_beyond_hold;
}

/// For five seconds; each of them is one finger on the phone.
bool ten_a_second_are_ten(unaided_phone& on)
{
    constexpr int count = 50;
    constexpr std::chrono::milliseconds beat{100};
    on.open(sketch);
    const auto since = on.phone().next_event();
    const auto began = clock::now();
    for (int made = 0; made < count; ++made) {
        std::this_thread::sleep_until(began + (made * beat));
        on.tap(200 + made, 473);
    }
    const seconds took = clock::now() - began + (beat - gesture::tap_hold);
    const double rate = count / took.count();
    std::size_t felt = 0;
    const bool all = e2e::eventually(std::chrono::seconds(5), [&] {
        felt = on.phone().fingers_down(since).size();
        return felt == count;
    });
    std::printf("ten taps a second: %.2f a second [%.1f], %zu of %d on the phone\n", rate,
                least_taps, felt, count);
    return all && rate >= least_taps;
}

bool types_quickly(unaided_phone& on)
{
    constexpr std::size_t characters = 100;
    std::string text;
    while (text.size() < characters)
        text += "abcdefghi ";
    on.open(notes);
    on.tap(310, 400);
    measurement took;
    took.time(
        [&] { on.rest().exchange("POST", "/v1/type", nlohmann::json{{"text", text}}.dump()); });
    const seconds whole = took.quantile(0.5);
    const double rate = characters / whole.count();
    const bool arrived = e2e::eventually(std::chrono::seconds(5), [&] {
        return on.phone().facts().at("apps").at(notes).at("text") == text;
    });
    std::printf("typing: %.1f characters a second [%.0f]%s\n", rate, least_characters,
                arrived ? "" : ", and another text has arrived");
    return arrived && rate >= least_characters;
}

/// A tap draws a point, and the screen is still then.
bool settles_quickly(unaided_phone& on, int rounds)
{
    on.open(sketch);
    measurement whole;
    for (int made = 0; made < rounds; ++made)
        whole.time([&] {
            on.rest().exchange(
                "POST", "/v1/tap?observe=settled",
                unaided_phone::body_of(100 + (40 * (made % 10)), 300 + (40 * (made / 10 % 15))));
        });
    const auto least = milliseconds(gesture::tap_hold) + settling;
    const auto beyond = whole.quantile(0.5) - least;
    std::printf("tap and observe until settled\n"
                "  p50 %7.2f ms   p95 %7.2f ms   ratio to hold and stillness %.2f\n"
                "  beyond them %.2f ms [%.0f]\n",
                whole.quantile(0.5).count(), whole.quantile(0.95).count(),
                whole.quantile(0.5) / least, beyond.count(), most_beyond_settling.count());
    return beyond <= most_beyond_settling;
}

struct pipe_closed {
    void operator()(std::FILE* owned) const noexcept { ::pclose(owned); }
};

/// The path of ten seconds of stream, which are made once.
std::string stream_loop()
{
    const std::unique_ptr<std::FILE, pipe_closed> made(
        ::popen("scripts/stream_loop 'iPhone 15 Pro' 10", "r")); // NOLINT(cert-env33-c)
    std::array<char, 4096> line{};
    if (!made || std::fgets(line.data(), static_cast<int>(line.size()), made.get()) == nullptr)
        throw std::runtime_error("scripts/stream_loop has made no stream");
    std::string path(line.data());
    path.resize(path.find_last_not_of("\n") + 1);
    return path;
}

bool pictures_come_quickly(int rounds)
{
    unaided_phone on(",loop=" + stream_loop());
    bool good = true;
    for (const auto& [format, most] : {std::pair("png", most_png), std::pair("jpeg", most_jpeg)}) {
        const auto target = std::string("/v1/screenshot?format=") + format;
        measurement took;
        for (int made = -warm_up; made < rounds; ++made) {
            if (made == 0)
                took.clear();
            took.time([&] { on.rest().exchange("GET", target, ""); });
        }
        const bool streamed = on.phone().facts().at("stream").at("running") == true;
        const auto median = took.quantile(0.5);
        std::printf("%-4s of a running stream: p50 %6.2f ms [%.0f]   p95 %6.2f ms   ratio to a "
                    "picture's time at 60 a second %.2f%s\n",
                    format, median.count(), most.count(), took.quantile(0.95).count(),
                    median / (milliseconds(1000) / 60), streamed ? "" : "   nothing is streamed");
        good = good && streamed && median <= most;
    }
    return good;
}

bool run(int rounds)
{
    bool good = true;
    {
        unaided_phone on;
        on.find_how_touches_land();
        good = taps_are_quick(on, rounds) && good;
        good = ten_a_second_are_ten(on) && good;
        good = types_quickly(on) && good;
        good = settles_quickly(on, (rounds / 4) + 1) && good;
    }
    return pictures_come_quickly(rounds) && good;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 200}},
        [](const auto& numbers) { return thimble::bench::run(numbers[0]); });
}
