// Limit of the restarts of a phone's encoded stream: each costs everybody who follows it a moment.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace thimble::daemon {

/// No clock of its own. A wish is kept until a key comes or its restart has been asked for.
class restart_limit {
public:
    using time = std::chrono::steady_clock::time_point;
    using duration = std::chrono::steady_clock::duration;

    /// `interval`: between a start of the stream and the next restart. `grace`: for the stream to
    /// begin by itself, once somebody wants it.
    explicit restart_limit(duration interval, duration grace = std::chrono::seconds(1))
        : interval_(interval), grace_(grace)
    {
    }

    /// Somebody needs a key. A second wish adds nothing.
    void wish(time now)
    {
        if (!wished_)
            wished_ = now;
    }

    /// The stream is wanted from now on: it may begin, or run already.
    void opened(time now) { opened_ = now; }

    /// It runs already: it does not begin by itself.
    void runs() { opened_.reset(); }

    /// It has begun, by itself or not.
    void began(time now)
    {
        last_ = now;
        opened_.reset();
        wished_.reset();
    }

    /// The restart that was due has been asked for.
    void restarted(time now) { began(now); }

    /// Time of the next restart; nothing where nobody wishes one.
    std::optional<time> due() const
    {
        if (!wished_)
            return std::nullopt;
        auto out = *wished_;
        if (last_)
            out = std::max(out, *last_ + interval_);
        if (opened_)
            out = std::max(out, *opened_ + grace_);
        return out;
    }

private:
    duration interval_;
    duration grace_;
    std::optional<time> opened_;
    std::optional<time> last_;
    std::optional<time> wished_;
};

} // namespace thimble::daemon
