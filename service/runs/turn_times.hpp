// Where the time of a turn goes.
#pragma once

#include "service/metrics/metrics.hpp"

#include <chrono>
#include <optional>
#include <string_view>

namespace thimble::service {

/// Home thread; one session's. Our own parts are `request`, from a picture to the request that has
/// it, and `handover`, from a reply to its first action on the way to the phone.
class turn_times {
public:
    using clock = std::chrono::steady_clock;

    explicit turn_times(metrics& meter) : meter_(meter) {}

    /// A picture was asked for at that time, and is there.
    void looked(clock::time_point since) { note("look", clock::now() - since); }

    /// The model was asked about a picture that came at `seen`; writing the request took `written`.
    void replied(clock::time_point seen, clock::time_point asked, clock::duration written)
    {
        replied_ = clock::now();
        note("request", asked - seen + written);
        note("model", *replied_ - asked - written);
    }

    /// An action of this turn went out at `sent`, and is done.
    void acted(clock::time_point sent)
    {
        if (replied_)
            note("handover", sent - *replied_);
        replied_.reset(); // of the first one alone: the others wait for those before them
        note("act", clock::now() - sent);
    }

    /// What comes between a reply and an action is the user's time.
    void waited_for_user() { replied_.reset(); }

private:
    void note(std::string_view part, clock::duration took) { meter_.turn_part(part, took); }

    metrics& meter_;
    std::optional<clock::time_point> replied_; // until something is done about it
};

} // namespace thimble::service
