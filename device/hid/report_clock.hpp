// The time that reports carry.
#pragma once

#include <algorithm>
#include <chrono>

namespace thimble::device::hid {

/// Counts from its making. Each stamp is later than the one before, also where a report that was
/// planned later went out first. Knows no clock: moments are told.
class report_clock {
public:
    using time = std::chrono::steady_clock::time_point;

    explicit report_clock(time from) : from_(from) {}

    time from() const noexcept { return from_; }

    std::chrono::nanoseconds stamp(time planned)
    {
        constexpr std::chrono::nanoseconds least{1};
        last_ = std::max<std::chrono::nanoseconds>(planned - from_, last_ + least);
        return last_;
    }

private:
    time from_;
    std::chrono::nanoseconds last_{0};
};

} // namespace thimble::device::hid
