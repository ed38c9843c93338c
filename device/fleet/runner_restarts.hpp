// The times at which a runner may be started again, so that the phone stays usable.
#pragma once

#include "device/growing_pause.hpp"

#include <algorithm>
#include <chrono>
#include <deque>

namespace thimble::device {

struct restart_limit {
    int most = 3; // starts again
    std::chrono::milliseconds within = std::chrono::minutes(10);
    std::chrono::milliseconds first_pause =
        std::chrono::seconds(1); // grows from failure to failure
    std::chrono::milliseconds longest_pause = std::chrono::seconds(15);
};

/// Up to so many within the usual time. Pauses stay short enough for all of them to fit into it.
inline restart_limit restarts_of_ten_minutes(int most)
{
    restart_limit limit{.most = most};
    limit.longest_pause =
        std::clamp(limit.within / std::max(most, 1), limit.first_pause, limit.longest_pause);
    return limit;
}

/// Deaths are counted, of whatever runner: each of them is followed by a start, but for the last
/// that the limit allows. A launch that the phone refuses brings nothing to its screen, and is
/// tried again after a while without being counted.
class runner_restarts {
public:
    using clock = std::chrono::steady_clock;
    using time = clock::time_point;

    explicit runner_restarts(restart_limit limit)
        : limit_(limit), after_death_(limit.first_pause, limit.longest_pause),
          after_refusal_(2 * limit.first_pause, limit.longest_pause)
    {
    }

    /// A runner has ended that had been launched; `lasted` since it answered. Where it needs a
    /// person to go on, it is tried again a little later and then only as often as the limit
    /// allows, so that it still comes up once that person has been there.
    void died(time now, clock::duration lasted, bool needs_person = false)
    {
        if (lasted >= steady)
            after_death_.reset();
        deaths_.push_back(now);
        not_before_ = now + (needs_person ? pause_for_person() : after_death_.after_failure());
        persons_wanted_ = needs_person ? persons_wanted_ + 1 : 0;
        while (deaths_.size() > static_cast<std::size_t>(limit_.most) + 1)
            deaths_.pop_front();
    }

    void refused(time now) { not_before_ = now + after_refusal_.after_failure(); }

    /// The cause of a refusal may have gone: it is tried again at once.
    void hope()
    {
        after_refusal_.reset();
        if (deaths_.empty())
            not_before_ = {};
    }

    void answered() { after_refusal_.reset(); }

    /// Somebody wants it started now: nothing of before counts any more.
    void forget() { *this = runner_restarts(limit_); }

    /// True while so many have died within the time that none is started.
    bool given_up(time now) const
    {
        return deaths_.size() > static_cast<std::size_t>(limit_.most) &&
               now - deaths_.front() < limit_.within;
    }

    bool may_start(time now) const { return now >= not_before_ && !given_up(now); }

private:
    static constexpr std::chrono::minutes steady{1};
    static constexpr int first_pauses_for_person = 30;

    std::chrono::milliseconds pause_for_person() const
    {
        const auto first = first_pauses_for_person * limit_.first_pause;
        return persons_wanted_ == 0 ? first
                                    : std::max(first, limit_.within / std::max(limit_.most, 1));
    }

    restart_limit limit_;
    growing_pause after_death_;
    growing_pause after_refusal_;
    std::deque<time> deaths_; // the newest, one more than the limit
    int persons_wanted_ = 0;  // by deaths in a row
    time not_before_{};
};

} // namespace thimble::device
