// Pacing of a stream: the time of its next picture.
#pragma once

#include <chrono>

namespace thimble::daemon {

/// Chooses so many of the pictures that come in a second, evenly.
class pace {
public:
    using time = std::chrono::steady_clock::time_point;

    explicit pace(int per_second) : interval_(interval_of(per_second)) {}

    static std::chrono::steady_clock::duration interval_of(int per_second)
    {
        return std::chrono::steady_clock::duration(std::chrono::seconds(1)) / per_second;
    }

    /// Half an interval early is early enough: of pictures that come at this pace, now a little
    /// sooner and now a little later, none is left out.
    bool due(time at) const noexcept { return at + interval_ / 2 >= next_; }

    /// Moments that were missed are not made up for.
    void took(time at) noexcept
    {
        const bool late = at > next_ + interval_;
        next_ = (late ? at : next_) + interval_;
    }

private:
    std::chrono::steady_clock::duration interval_;
    time next_ = time::min();
};

} // namespace thimble::daemon
