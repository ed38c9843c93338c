// Breakdown of a turn's time.
#pragma once

#include "metrics/metrics.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service {

/// Home thread; one session's. Our own parts are `request`, from a picture to the request that has
/// it, and `handover`, from a reply to its first action on the way to the phone.
class turn_times {
public:
    using clock = std::chrono::steady_clock;

    /// The meter outlives it. `whose`: the session's id, for the log.
    turn_times(metrics& meter, std::string whose, std::shared_ptr<spdlog::logger> log)
        : meter_(meter), whose_(std::move(whose)), log_(std::move(log))
    {
    }

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

    /// Time between a reply and an action is the user's.
    void waited_for_user() { replied_.reset(); }

private:
    void note(std::string_view part, clock::duration took)
    {
        meter_.turn_part(part, took);
        log_->trace("session {}: {} took {:.1f} ms", whose_, part,
                    std::chrono::duration<double, std::milli>(took).count());
    }

    metrics& meter_;
    std::string whose_;
    std::shared_ptr<spdlog::logger> log_;
    std::optional<clock::time_point> replied_; // until something is done about it
};

} // namespace thimble::service
