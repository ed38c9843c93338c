// Capture times of a stream's pictures, and the choice of those that are handed on.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace thimble::device::wda {

/// Estimate of a pushed picture's age. Knows no clock: each moment is told.
///
/// The phone captures a picture after it has handed the one before to its socket. So a picture is
/// no older than the first byte of the one before, provided that neither has stood in a queue, on
/// the phone or here. It has not when the line had been at rest before it: nothing was there to be
/// read, and for longer than half the time that a picture takes to pass, which a line that is
/// always behind never is. A picture that has queued counts from the last picture of which this
/// could be said. That is too late by the way of one byte through the cable, and by no more than a
/// capture takes where the one before was held up by the line while this one was being captured.
class capture_times {
public:
    using time = std::chrono::steady_clock::time_point;

    /// One that was under way for another client may be the first that we are sent.
    static constexpr std::chrono::seconds longest_capture{1};

    explicit capture_times(time connected) : earliest_(connected - longest_capture) {}

    /// Bytes have come for which the reader has waited this long (zero: they were there), and no
    /// picture had begun before them.
    void picture_begins(time now, std::chrono::steady_clock::duration waited)
    {
        const bool waited_at_all = waited > std::chrono::steady_clock::duration::zero();
        const bool at_rest = waited_at_all && 2 * waited >= passing_;
        if (at_rest)
            earliest_ = std::max(earliest_, before_);
        mine_ = at_rest ? now : time::min();
        began_ = now;
    }

    /// The earliest moment at which the picture that has just ended may have been captured.
    time picture_ends(time now)
    {
        before_ = std::exchange(mine_, time::min()); // one that begins in the same bytes has queued
        passing_ = now - std::exchange(began_, now);
        return earliest_;
    }

private:
    time earliest_;
    time before_{time::min()}; // first byte of the last picture, if the line had been at rest
    time mine_{time::min()};   // the same of the one that passes
    time began_{time::min()};
    std::chrono::steady_clock::duration passing_{}; // of the last one
};

/// Lets through at most so many pictures a second. One that is early by less than half a turn has
/// only jittered: of as many as are wanted, none is lost.
class frame_pace {
public:
    using time = std::chrono::steady_clock::time_point;

    explicit frame_pace(int frames_per_second)
        : turn_(std::chrono::steady_clock::duration(std::chrono::seconds(1)) / frames_per_second)
    {
    }

    bool due(time now)
    {
        if (next_ && now < *next_ - turn_ / 2)
            return false;
        // Turns that were missed are not made up for.
        next_ = next_ ? std::max(*next_ + turn_, now + turn_ / 2) : now + turn_;
        return true;
    }

private:
    std::chrono::steady_clock::duration turn_;
    std::optional<time> next_;
};

} // namespace thimble::device::wda
