// Cost of the link: a tap through thimble-service and a linked thimbled, against the same tap
// through thimbled --local, in turns: bench_link_overhead [ROUNDS]. Ends with 1 when it costs more
// than two and a half times as much.
#include "bench/command_line.hpp"
#include "bench/http_conversation.hpp"
#include "bench/linked_programs.hpp"
#include "bench/measurement.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <cstdio>
#include <stdexcept>

namespace thimble::bench {

namespace {

constexpr double allowed_ratio = 2.5;
constexpr int warm_up = 50;
const e2e::phone_shop quick_phone{.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"};

void print(const comparison& measured)
{
    const auto line = [](const char* way, const measurement& each) {
        std::printf("  %-34s p50 %7.3f ms   p95 %7.3f ms\n", way, each.quantile(0.5).count(),
                    each.quantile(0.95).count());
    };
    std::printf("tap\n");
    line("thimbled --local", measured.direct);
    line("thimble-service, thimbled --service", measured.ours);
    std::printf("  ratio of the medians               %.2f\n", measured.ratio());
}

/// The ratio of the medians. Each arrangement has a phone of its own.
double run(int rounds)
{
    const e2e::virtual_phones phones_here(quick_phone);
    const e2e::virtual_phones phones_there(quick_phone);
    const e2e::thimble_system here(phones_here);
    const linked_programs there(phones_there);
    if (!here.until_ready(phones_here.at(0), e2e::ready_limit))
        throw std::runtime_error("the phone did not get ready");
    there.until_ready(phones_there.at(0));
    for (const auto* each : {&phones_here, &phones_there})
        each->at(0).make("open", {{"bundle_id", "com.thimble.sketch"}});

    boost::asio::io_context context(1);
    http_conversation near(connect_to_service(context, here.port()), here.key());
    http_conversation far(connect_to_service(context, there.port()), there.key());
    const auto tap = [](http_conversation& through) {
        through.exchange("POST", "/v1/tap", R"({"x": 237, "y": 473})");
    };
    const auto measured = compare(warm_up, rounds, [&] { tap(near); }, [&] { tap(far); });
    print(measured);
    return measured.ratio();
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "ROUNDS", .usual = 1000}},
        [](const auto& numbers) {
            return thimble::bench::run(numbers[0]) <= thimble::bench::allowed_ratio;
        },
        300);
}
