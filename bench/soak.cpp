// Long work under faults: bench_soak [TAPS], 200,000 by default, over ten phones in the cloud
// arrangement. Prints latencies by tenths, and memory, descriptors and threads of both programs
// after the second and after the last; ends with 1 when one of them has grown or a tap was made
// twice.
#include "bench/command_line.hpp"
#include "bench/linked_programs.hpp"
#include "bench/process_usage.hpp"
#include "bench/soak_faults.hpp"
#include "bench/soak_load.hpp"
#include "tests/e2e/descriptors.hpp"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <thread>

namespace thimble::bench {

namespace {

constexpr std::size_t phone_count = 10;
constexpr std::size_t parts = 10;
constexpr double allowed_slowdown = 1.25;
constexpr std::chrono::seconds time_to_rest{15};
constexpr std::size_t allowed_descriptors = 8; // more: connections to phones come and go
constexpr std::size_t allowed_threads = 4;     // more: so do clients of phones
constexpr unsigned first_seed = 20261121;

using faults = std::vector<std::string>;

struct usage_of_both {
    process_usage service;
    process_usage daemon;
};

class soak {
public:
    soak()
    {
        for (std::size_t i = 0; i < phones_.size(); ++i) {
            ids_.push_back(programs_.until_ready(phones_.at(i)));
            phones_.at(i).make("open", {{"bundle_id", "com.thimble.sketch"}});
            seen_events_.push_back(phones_.at(i).next_event());
        }
        load_ = std::make_unique<soak_load>(programs_.port(), programs_.key(), ids_);
    }

    /// Everything is quiet again when it returns. Programs are killed in the first part alone, so
    /// that the second can warm up what is compared with the end. The median of what was completed.
    double run(std::size_t part, std::size_t taps)
    {
        const auto reach = part == 0 ? soak_faults::reach::deadly : soak_faults::reach::mild;
        soak_faults wrong(programs_, phones_, reach, first_seed + static_cast<unsigned>(part));
        auto seen = load_->run(taps);
        for (const auto& [name, count] : wrong.stop())
            struck_[name] += count;
        for (const auto& [code, count] : seen.codes)
            codes_[code] += count;
        for (std::size_t i = 0; i < phones_.size(); ++i) {
            programs_.until_ready(phones_.at(i));
            check_taps(i, seen);
        }
        const auto middle = seen.took.begin() + static_cast<std::ptrdiff_t>(seen.took.size() / 2);
        std::ranges::nth_element(seen.took, middle);
        std::printf("  part %2zu   %7zu taps, p50 %.2f ms, broken connections %zu\n", part + 1,
                    seen.took.size(), static_cast<double>(middle->count()), seen.broken);
        std::fflush(stdout);
        return static_cast<double>(middle->count());
    }

    /// Connections that stay open for a while after their use, as a phone's lockdown session, are
    /// gone by then.
    usage_of_both usage_at_rest()
    {
        std::this_thread::sleep_for(time_to_rest);
        return {.service = usage_of(programs_.service()).value_or(process_usage{}),
                .daemon = usage_of(programs_.daemon_pid()).value_or(process_usage{})};
    }

    void print() const
    {
        const auto line = [](const char* what, const auto& counts) {
            std::printf("  %s", what);
            for (const auto& [name, count] : counts)
                std::printf("  %s %zu", name.c_str(), count);
            std::printf("\n");
        };
        line("faults   ", struck_);
        line("refusals ", codes_);
    }

    const faults& found() const noexcept { return found_; }

private:
    /// The phone has felt each tap that was completed, once, and others only where that was said to
    /// be uncertain.
    void check_taps(std::size_t phone, const soak_tally& seen)
    {
        const auto felt = phones_.at(phone).fingers_down(seen_events_[phone]).size();
        seen_events_[phone] = phones_.at(phone).next_event();
        if (felt < seen.completed[phone] || felt > seen.completed[phone] + seen.uncertain[phone])
            found_.push_back("a phone has felt " + std::to_string(felt) + " taps, completed " +
                             std::to_string(seen.completed[phone]) + ", uncertain " +
                             std::to_string(seen.uncertain[phone]));
    }

    e2e::virtual_phones phones_{
        {.phones = std::vector<std::string>(phone_count, "iPhone 15 Pro,ios=18.5"),
         .device_time = "0"}};
    linked_programs programs_{phones_, {"--heartbeat", "1000"}, {"--reconnect-cap", "500"}};
    std::vector<std::string> ids_;
    std::vector<std::size_t> seen_events_;
    std::unique_ptr<soak_load> load_;
    std::map<std::string, std::size_t> struck_;
    std::map<std::string, std::size_t> codes_;
    faults found_;
};

void print(const char* who, const process_usage& before, const process_usage& after)
{
    std::printf("  %-16s memory %.1f -> %.1f MiB, descriptors %zu -> %zu, threads %zu -> %zu\n",
                who, mebibytes(before.resident_bytes), mebibytes(after.resident_bytes),
                before.descriptors, after.descriptors, before.threads, after.threads);
}

bool uses_more(const process_usage& before, const process_usage& after)
{
    return has_grown(before, after) ||
           after.descriptors > before.descriptors + allowed_descriptors ||
           after.threads > before.threads + allowed_threads;
}

faults run(std::size_t taps)
{
    soak all;
    std::printf("%zu taps on %zu phones\n", taps, phone_count);
    const double first = all.run(0, taps / parts);
    double last = all.run(1, taps / parts);
    const auto before = all.usage_at_rest();
    for (std::size_t part = 2; part < parts; ++part)
        last = all.run(part, taps / parts);
    const auto after = all.usage_at_rest();

    all.print();
    print("thimble-service", before.service, after.service);
    print("thimbled", before.daemon, after.daemon);
    std::printf("  the last part's median against the first's: %.2f\n", last / first);
    auto out = all.found();
    if (uses_more(before.service, after.service))
        out.emplace_back("thimble-service has grown");
    if (uses_more(before.daemon, after.daemon))
        out.emplace_back("thimbled has grown");
    if (last > allowed_slowdown * first)
        out.emplace_back("it has become slower");
    return out;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)}, {{.name = "TAPS", .usual = 200'000, .least = 100}},
        [](const auto& numbers) {
            if (!thimble::e2e::allow_descriptors(1024))
                throw std::runtime_error("this needs a limit of open files of 1024");
            const auto found = thimble::bench::run(static_cast<std::size_t>(numbers[0]));
            for (const auto& each : found)
                std::printf("FAULT: %s\n", each.c_str());
            return found.empty();
        });
}
