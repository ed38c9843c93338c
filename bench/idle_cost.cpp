// Cost of a connected daemon that has nothing to do: thimbled --service with two phones that are
// ready, left alone: bench_idle_cost [SECONDS]. Ends with 1 above half a percent of one processor
// or 40 MiB of memory.
#include "bench/command_line.hpp"
#include "bench/linked_programs.hpp"
#include "bench/process_usage.hpp"

#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace thimble::bench {

namespace {

constexpr double allowed_share = 0.005; // of one processor
constexpr double allowed_mebibytes = 40;
constexpr std::size_t phone_count = 2;
constexpr std::chrono::seconds settling{5}; // after the last phone has become ready

process_usage require_usage(pid_t of)
{
    const auto usage = usage_of(of);
    if (!usage)
        throw std::runtime_error("this system does not tell what a process uses");
    return *usage;
}

struct idle_usage {
    double share = 0; // of one processor
    std::size_t resident_bytes = 0;
};

void print(const char* who, const idle_usage& of)
{
    std::printf("  %-16s %.2f %% of one processor, %.1f MiB resident\n", who, of.share * 100,
                mebibytes(of.resident_bytes));
}

/// Of the connected daemon.
idle_usage run(std::chrono::seconds time)
{
    const e2e::virtual_phones phones(
        {.phones = std::vector<std::string>(phone_count, "iPhone 15 Pro,ios=18.5"),
         .device_time = "1"});
    linked_programs programs(phones);
    for (std::size_t i = 0; i < phones.size(); ++i)
        programs.until_ready(phones.at(i));
    std::this_thread::sleep_for(settling);
    const auto daemon_before = require_usage(programs.daemon_pid());
    const auto service_before = require_usage(programs.service());
    std::this_thread::sleep_for(time);
    const auto since = [time](const process_usage& before, const process_usage& now) {
        return idle_usage{.share =
                              (now.processor - before.processor) / process_usage::seconds(time),
                          .resident_bytes = now.resident_bytes};
    };
    const auto used = since(daemon_before, require_usage(programs.daemon_pid()));
    std::printf("idle for %lld s, %zu phones\n", static_cast<long long>(time.count()), phone_count);
    print("thimbled", used);
    print("thimble-service", since(service_before, require_usage(programs.service())));
    return used;
}

bool good_enough(const idle_usage& of)
{
    return of.share <= allowed_share && mebibytes(of.resident_bytes) <= allowed_mebibytes;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark({argv, static_cast<std::size_t>(argc)},
                                         {{.name = "SECONDS", .usual = 30}},
                                         [](const auto& numbers) {
                                             return thimble::bench::good_enough(thimble::bench::run(
                                                 std::chrono::seconds(numbers[0])));
                                         });
}
