// The pause before the next attempt at what keeps failing.
#pragma once

#include <algorithm>
#include <chrono>

namespace thimble::device {

/// Twice as long after each failure, up to a longest one.
class growing_pause {
public:
    using time = std::chrono::milliseconds;

    growing_pause(time first, time longest) : first_(first), longest_(longest), next_(first) {}

    /// After a failure: how long to wait.
    time after_failure()
    {
        const auto now = next_;
        next_ = std::min(2 * next_, longest_);
        return now;
    }

    /// The next failure is the first one again.
    void reset() { next_ = first_; }

private:
    time first_;
    time longest_;
    time next_;
};

} // namespace thimble::device
