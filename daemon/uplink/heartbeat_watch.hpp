// Watchdog for the heartbeats of the other end.
#pragma once

#include <chrono>

namespace thimble::daemon {

/// A value over given times. A link whose other end has let two heartbeats in a row go missing is
/// over, even if its socket says nothing.
class heartbeat_watch {
public:
    using clock = std::chrono::steady_clock;

    static constexpr int misses = 2;

    /// `interval` is the welcome's; `now` is when the link was made.
    heartbeat_watch(std::chrono::milliseconds interval, clock::time_point now)
        : interval_(interval), heard_(now)
    {
    }

    /// Something came, a heartbeat or any other message: whoever sends a large result is there.
    void heard(clock::time_point now)
    {
        if (now > heard_)
            heard_ = now;
    }

    /// The time at which the link is over, unless something comes before.
    clock::time_point deadline() const { return heard_ + misses * interval_; }

    bool silent(clock::time_point now) const { return now >= deadline(); }

private:
    std::chrono::milliseconds interval_;
    clock::time_point heard_;
};

} // namespace thimble::daemon
