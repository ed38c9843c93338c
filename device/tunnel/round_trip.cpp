#include "device/tunnel/round_trip.hpp"

#include <algorithm>

namespace thimble::device::tunnel {
namespace {

constexpr std::chrono::seconds first_limit{1};

/// Shorter than RFC 6298 has it: a phone that is silent for longer is given up anyway.
constexpr std::chrono::seconds longest_limit{4};

constexpr int most_doubled = 8;

} // namespace

void round_trip::sample(duration took)
{
    if (!mean_) {
        mean_ = took;
        deviation_ = took / 2;
        return;
    }
    deviation_ += (std::chrono::abs(*mean_ - took) - deviation_) / 4;
    *mean_ += (took - *mean_) / 8;
}

round_trip::duration round_trip::limit() const
{
    const duration once = mean_ ? *mean_ + 4 * deviation_ : duration(first_limit);
    const duration doubled =
        std::clamp<duration>(once, least_, longest_limit) * (1 << std::min(doubled_, most_doubled));
    return std::min<duration>(doubled, longest_limit);
}

} // namespace thimble::device::tunnel
