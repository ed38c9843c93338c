// The whole way of a screenshot, from GET to its bytes, against what it cannot do without: the
// phone's own answer to the same question, and the work on the picture in it; in turns:
// bench_screenshot_path [ROUNDS]. Ends with 1 when the whole costs more than one and a quarter
// times as much.
#include "bench/command_line.hpp"
#include "bench/http_conversation.hpp"
#include "bench/measurement.hpp"
#include "bench/usbmux_connection.hpp"
#include "device/wda/screenshot.hpp"
#include "screen/conversion.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace thimble::bench {

namespace {

constexpr double allowed_ratio = 1.25;
constexpr std::uint16_t wda_port = 8100;
constexpr int warm_up = 5;

/// Lets this process keep the memory of one picture for the next. Given back to the system and
/// taken from it with each picture, it costs this side twice the time of the work itself.
void keep_memory()
{
#ifdef __GLIBC__
    constexpr int more_than_pictures = 512 << 20; // bytes
    ::mallopt(M_MMAP_THRESHOLD, more_than_pictures);
    ::mallopt(M_TRIM_THRESHOLD, more_than_pictures);
#endif
}

/// The phone's answer, and the picture in it as it is asked for. `phone` is told how long the
/// answer alone took.
void ask_directly(http_conversation& wda, const screen::view& as, measurement& phone)
{
    device::wda::response answer{.status = 200, .body = {}};
    phone.time([&] { answer.body = wda.exchange("GET", "/screenshot", ""); });
    const auto picture = device::wda::picture_of(answer);
    if (!picture || !screen::converted(*picture, as))
        throw std::runtime_error("the phone's picture cannot be used");
}

struct seen_screen {
    const char* name;
    const char* app;
};

/// The ratio of the medians.
double compare_ways(http_conversation& wda,
                    http_conversation& rest,
                    screen::picture_format format,
                    int rounds)
{
    const auto name = std::string(screen::to_string(format));
    const screen::view as{.format = format};
    const auto target = "/v1/screenshot?format=" + name;
    measurement phone;
    const auto measured = compare(
        warm_up, rounds, [&] { ask_directly(wda, as, phone); },
        [&] { rest.exchange("GET", target, ""); });
    std::printf("  %-5s directly %6.2f ms (the phone %.2f)   through REST %6.2f ms   ratio of the "
                "medians %.2f\n",
                name.c_str(), measured.direct.quantile(0.5).count(), phone.quantile(0.5).count(),
                measured.ours.quantile(0.5).count(), measured.ratio());
    return measured.ratio();
}

/// The largest ratio.
double run(int rounds)
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const e2e::thimble_system daemon(phones);
    if (!daemon.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    boost::asio::io_context context(1);
    http_conversation wda(connect_to_phone(context, phones.socket(), wda_port));
    http_conversation rest(connect_to_service(context, daemon.port()), daemon.key());

    double worst = 0;
    for (const auto& [name, app] : {seen_screen{"a list", "com.apple.Preferences"},
                                    seen_screen{"photos", "com.apple.mobileslideshow"},
                                    seen_screen{"a map", "com.apple.Maps"}}) {
        phone.make("open", {{"bundle_id", app}});
        std::printf("%s\n", name);
        for (const auto format : {screen::picture_format::png, screen::picture_format::jpeg})
            worst = std::max(worst, compare_ways(wda, rest, format, rounds));
    }
    return worst;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 60}},
        [](const auto& numbers) {
            thimble::bench::keep_memory();
            return thimble::bench::run(numbers[0]) <= thimble::bench::allowed_ratio;
        },
        300);
}
