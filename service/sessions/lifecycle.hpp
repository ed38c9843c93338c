// In which state a session is, and what moves it to another: the contract's table.
#pragma once

#include "service/sessions/status.hpp"

#include <optional>

namespace thimble::service::sessions {

/// Effect of a control on a session.
struct reaction {
    bool moved = false;       // its status is another one now
    bool cancels_act = false; // what it is doing on the phone must not go on

    friend bool operator==(const reaction&, const reaction&) = default;
};

/// A value. A pause lies over the state below it, which may change meanwhile: the act that was
/// under way ends, the agent asks something, an answer comes.
class lifecycle {
public:
    lifecycle() = default;

    /// As one was left that had not ended. `asks`: it waits for an answer.
    lifecycle(status now, bool has_run, bool asks);

    status now() const noexcept { return paused_ ? status::paused : below_; }
    bool has_ended() const noexcept { return is_end(below_); }

    /// Effect of a client's control; nothing when the session has ended. Where a control makes no
    /// difference it has moved nothing, and that is no error.
    std::optional<reaction> apply(control what);

    // Steps of the session itself. True when its status is another one now.

    /// All that it needs is there.
    bool begin();

    /// The agent cannot go on without an answer. Of one that runs, be it paused.
    bool ask();

    /// `how` is an end. The first one counts.
    bool end(status how);

private:
    bool move(status below, bool paused);

    status below_ = status::creating; // never `paused`
    bool paused_ = false;
};

} // namespace thimble::service::sessions
