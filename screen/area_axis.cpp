#include "screen/area_axis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace thimble::screen {

namespace {

/// A stretch of this length touches at most so many samples.
std::size_t most_touched(double length)
{
    return static_cast<std::size_t>(std::ceil(length - 1e-9)) + 1;
}

} // namespace

area_axis::area_axis(int from, int to, const sample_range& where)
    : taps_(where.scale == 1 && where.offset == std::floor(where.offset)
                ? 1
                : most_touched(where.scale)),
      first_(static_cast<std::size_t>(to)), weights_(static_cast<std::size_t>(to) * taps_)
{
    for (std::size_t at = 0; at < first_.size(); ++at) {
        const double begin = where.offset + (static_cast<double>(at) * where.scale);
        const double last = from - 1;
        // At least a bit of one old sample counts, so that there is something to take the mean of.
        weigh(at, std::clamp(begin, 0.0, last),
              std::clamp(begin + where.scale, std::min(1.0, where.scale), last + 1));
    }
}

void area_axis::weigh(std::size_t at, double begin, double end)
{
    const auto first = static_cast<std::size_t>(begin + 1e-9);
    first_[at] = first;
    const auto to = std::span(weights_).subspan(at * taps_, taps_);
    std::uint32_t left = unit;
    double covered = 0;
    for (std::size_t tap = 0; tap < taps_; ++tap) {
        const auto sample = static_cast<double>(first + tap);
        covered += std::max(0.0, std::min(end, sample + 1) - std::max(begin, sample));
        const double share = std::clamp(covered / (end - begin), 0.0, 1.0);
        const auto still_left = unit - static_cast<std::uint32_t>(std::lround(share * unit));
        // The whole does not fit into 16 bits; one part of 65536 is less than can be seen.
        to[tap] = static_cast<std::uint16_t>(std::min(left - still_left, unit - 1));
        left = still_left;
    }
}

} // namespace thimble::screen
