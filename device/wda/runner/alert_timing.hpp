// Schedule of asking the phone for an alert: the question costs its runner up to seconds.
#pragma once

#include <chrono>
#include <optional>

namespace thimble::device::wda {

/// Time that a picture has to stand still, and the shortest and longest time between two questions.
struct alert_pauses {
    std::chrono::milliseconds rest{700};
    std::chrono::milliseconds shortest{5'000};
    std::chrono::milliseconds longest{30'000};
};

/// Decides, and asks nothing itself. An alert comes up with a change: one that is seen on pictures,
/// or an input. Without both, it is asked for now and then.
class alert_timing {
public:
    using clock = std::chrono::steady_clock;

    explicit alert_timing(alert_pauses pauses) : pauses_(pauses) {}

    void changed(clock::time_point when) { changed_ = when; }
    void asked(clock::time_point when)
    {
        asked_ = when;
        if (changed_ && *changed_ <= when - pauses_.rest)
            changed_.reset(); // else it may still be on its way
    }

    bool due(clock::time_point now) const
    {
        return !asked_ || now >= *asked_ + pauses_.longest || due_by_change(now);
    }

    bool due_by_change(clock::time_point now) const
    {
        return changed_ && now >= *changed_ + pauses_.rest &&
               (!asked_ || now >= *asked_ + pauses_.shortest);
    }

private:
    alert_pauses pauses_;
    std::optional<clock::time_point> changed_; // last, and not asked about since
    std::optional<clock::time_point> asked_;
};

} // namespace thimble::device::wda
