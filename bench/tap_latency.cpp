// Cost of a tap and of a picture through REST, against the same WebDriverAgent requests sent to the
// phone directly: bench_tap_latency [ROUNDS]. Ends with 1 when a tap costs more than three times as
// much.
#include "bench/command_line.hpp"
#include "bench/http_conversation.hpp"
#include "bench/measurement.hpp"
#include "bench/usbmux_connection.hpp"
#include "device/wda/actions.hpp"
#include "gesture/tap.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <stdexcept>

namespace thimble::bench {

namespace {

constexpr double allowed_ratio = 3.0;
constexpr std::uint16_t wda_port = 8100;
constexpr int warm_up = 30;

void print(const char* what, const comparison& measured)
{
    const auto line = [](const char* way, const measurement& each) {
        std::printf("  %-22s p50 %7.3f ms   p95 %7.3f ms\n", way, each.quantile(0.5).count(),
                    each.quantile(0.95).count());
    };
    std::printf("%s\n", what);
    line("WebDriverAgent directly", measured.direct);
    line("through REST", measured.ours);
    std::printf("  ratio of the medians   %.2f\n", measured.ratio());
}

std::string session_of(http_conversation& wda)
{
    const auto status = nlohmann::json::parse(wda.exchange("GET", "/status", ""));
    return status.at("sessionId").get<std::string>();
}

/// The ratio of a tap's medians.
double run(int rounds)
{
    const e2e::virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const e2e::thimble_system daemon(phones);
    if (!daemon.until_ready(phone, e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    phone.make("open", {{"bundle_id", "com.thimble.sketch"}});

    boost::asio::io_context context(1);
    http_conversation wda(connect_to_phone(context, phones.socket(), wda_port));
    http_conversation rest(connect_to_service(context, daemon.port()), daemon.key());
    const auto actions = "/session/" + session_of(wda) + "/actions";
    const auto path = device::wda::actions_of(gesture::tap({.x = 150, .y = 300})).dump();

    const auto tap = compare(
        warm_up, rounds, [&] { wda.exchange("POST", actions, path); },
        [&] { rest.exchange("POST", "/v1/tap", R"({"x": 237, "y": 473})"); });
    print("tap", tap);
    const auto picture = compare(
        3, rounds / 10 + 1, [&] { wda.exchange("GET", "/screenshot", ""); },
        [&] { rest.exchange("GET", "/v1/screenshot", ""); });
    print("screenshot (unchanged screen)", picture);
    return tap.ratio();
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 500}},
        [](const auto& numbers) {
            return thimble::bench::run(numbers[0]) <= thimble::bench::allowed_ratio;
        },
        120);
}
