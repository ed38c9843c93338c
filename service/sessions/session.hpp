// An agent session from its order to its end: state, events, what it has cost. No I/O.
#pragma once

#include "contract/failure.hpp"
#include "service/sessions/ending.hpp"
#include "service/sessions/event_log.hpp"
#include "service/sessions/facts.hpp"
#include "service/sessions/lifecycle.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::sessions {

struct session_limits {
    event_limits events = {};
    std::size_t unread_messages = 100; // to one agent
};

/// A value. Its owner says what happens and what the time is; each change of its status is an
/// event, and the last event is the status that it has ended with. When there are as many events as
/// are kept it ends: nobody could see any more what it does.
class session {
public:
    /// `asked` names the phone and the model that were chosen. All texts that others will see pass
    /// the filter, those of the user alone do so in the events only.
    explicit session(facts begun, session_limits granted = {}, text_filter hide = {});

    /// One that lived elsewhere and goes on, with so many events: it tells that it has moved, and
    /// has `unread` to read. Nothing else has happened to it.
    static session moved_here(facts left,
                              std::uint64_t events,
                              std::vector<std::string> unread,
                              moment now,
                              session_limits granted = {},
                              text_filter hide = {});

    const facts& known() const noexcept { return known_; }
    bool has_ended() const noexcept { return life_.has_ended(); }

    const event_log& events() const noexcept { return log_; }
    void stored_events_before(std::uint64_t index) { log_.stored_before(index); }

    /// The end of its time. Of one that has not started, as if it did so at once.
    moment deadline() const;

    // Requests of clients. SESSION_ENDED once it has ended.

    /// Any control but a message.
    result<reaction> apply(control what, moment now);

    /// QUEUE_FULL when the agent has too many to read.
    result<reaction> hear(std::string message, moment now);

    // Acts of the agent. Without effect once it has ended.

    void begin(moment now);

    /// Its number, from 1. The messages that have come before are for this turn to read.
    std::uint64_t begin_turn();
    std::vector<std::string> take_messages();
    bool has_messages() const noexcept { return !unread_.empty(); }

    /// For the model, in micro-dollars.
    void spend(std::int64_t amount, moment now);
    void ask(const std::string& question, moment now);
    void note(event_type type, nlohmann::json data, moment now);
    void end(const ending& how, moment now);

private:
    session(facts left,
            std::uint64_t events,
            std::vector<std::string> unread,
            session_limits granted,
            text_filter hide);
    void moved(moment now);
    void finish(const ending& how, moment now);
    std::string hidden(const std::string& text) const;
    failure ended() const;

    facts known_;
    session_limits granted_;
    text_filter hide_;
    lifecycle life_;
    event_log log_;
    std::vector<std::string> unread_;
};

} // namespace thimble::service::sessions
