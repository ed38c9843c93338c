#include "device/media/stream/latency_window.hpp"

#include <algorithm>
#include <vector>

namespace thimble::device::media {

void latency_window::add(std::chrono::steady_clock::duration took, time now)
{
    while (!samples_.empty() && (samples_.front().at + width_ < now || samples_.size() >= most_))
        samples_.pop_front();
    samples_.push_back(
        {.at = now, .took = std::chrono::duration_cast<std::chrono::microseconds>(took)});
}

std::optional<latency_spread> latency_window::spread(time now) const
{
    std::vector<std::chrono::microseconds> sorted;
    for (const auto& each : samples_)
        if (each.at + width_ >= now)
            sorted.push_back(each.took);
    if (sorted.empty())
        return std::nullopt;
    std::ranges::sort(sorted);
    const auto at = [&](std::size_t percent) {
        return sorted[std::min(sorted.size() - 1, sorted.size() * percent / 100)];
    };
    return latency_spread{.p50 = at(50), .p95 = at(95), .count = sorted.size()};
}

} // namespace thimble::device::media
