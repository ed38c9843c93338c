#include "bench/load_report.hpp"

#include <algorithm>
#include <cstdio>

namespace thimble::bench {

namespace {

constexpr double least_share = 0.5; // of the median phone's taps

double quantile(std::vector<e2e::crowd_tally::milliseconds> times, double share)
{
    if (times.empty())
        return 0;
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(times.size() - 1));
    std::ranges::nth_element(times, times.begin() + place);
    return static_cast<double>(times[static_cast<std::size_t>(place)].count());
}

void print_usage(const load_report& of)
{
    if (!of.at_start || !of.when_warmed_up || !of.at_end) {
        std::printf("  thimbled      processor and memory: not measured\n");
        return;
    }
    std::printf("  thimbled      %.2f of a processor; resident %.1f MiB when warm, %.1f MiB at the "
                "end\n",
                (of.at_end->processor - of.at_start->processor) / of.elapsed,
                mebibytes(of.when_warmed_up->resident_bytes), mebibytes(of.at_end->resident_bytes));
}

} // namespace

void print(const load_report& of)
{
    const auto& seen = of.seen;
    std::printf("%zu clients on %zu phones, %.1f s\n", of.clients, seen.taps.size(),
                of.elapsed.count());
    std::printf("  answers       %zu, %.0f a second; errors %zu\n", seen.answers(),
                static_cast<double>(seen.answers()) / of.elapsed.count(), seen.errors);
    for (const auto& each : seen.first_errors)
        std::printf("    error: %s\n", each.c_str());
    for (const auto each : e2e::questions) {
        const auto& times = seen.times_of(each);
        std::printf("  %-12s  p50 %8.2f ms   p95 %8.2f ms   (%zu)\n", to_string(each),
                    quantile(times, 0.5), quantile(times, 0.95), times.size());
    }
    print_usage(of);
    std::printf("  taps          %zu; of a phone: least %zu, median %zu\n", seen.all_taps(),
                seen.least_taps(), seen.median_taps());
}

std::vector<std::string> faults_of(const load_report& of)
{
    std::vector<std::string> out;
    if (of.seen.errors > 0)
        out.push_back(std::to_string(of.seen.errors) + " errors");
    if (of.seen.taps != of.taps_felt)
        out.emplace_back("the phones have felt other taps than were answered");
    if (static_cast<double>(of.seen.least_taps()) <
        least_share * static_cast<double>(of.seen.median_taps()))
        out.emplace_back("a phone has less than half of the median's taps");
    if (of.when_warmed_up && of.at_end && has_grown(*of.when_warmed_up, *of.at_end))
        out.emplace_back("memory has grown");
    return out;
}

} // namespace thimble::bench
