#include "virtualphone/hid/report_clock.hpp"

#include <algorithm>

namespace thimble::virtualphone::hid {
namespace {

constexpr std::uint64_t clock_mask = (std::uint64_t{1} << 48U) - 1;
constexpr std::chrono::seconds longest_gap{2}; // after it a report counts as on time again

} // namespace

milliseconds report_clock::read(std::uint64_t nanoseconds, milliseconds now)
{
    milliseconds at = now;
    if (latest_) {
        // A clock that has gone back is far ahead in this difference.
        const std::uint64_t passed = (nanoseconds - latest_->nanoseconds) & clock_mask;
        const std::chrono::duration<double, std::nano> distance(static_cast<double>(passed));
        if (distance <= longest_gap)
            at = std::clamp(latest_->at + milliseconds(distance), std::min(latest_->at, now), now);
    }
    latest_ = reading{nanoseconds, at};
    return at;
}

} // namespace thimble::virtualphone::hid
