#include "service/sessions/restart.hpp"

#include "service/sessions/ending.hpp"
#include "service/sessions/ledger_rows.hpp"
#include "service/sessions/session_rows.hpp"
#include "text/iso_time.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace thimble::service::sessions {

namespace {

/// The latest moment at which it is known to have been there.
moment last_sign_of(const cut_off& what, const std::optional<event>& last)
{
    auto out = std::max(what.seen_at, what.known.started_at.value_or(what.known.created_at));
    return last ? std::max(out, last->at) : out;
}

std::string sentence(const cut_off& what, moment seen)
{
    return "The service ended while the session was " + std::string(to_string(what.known.now)) +
           ", some time after " + iso_time(seen) +
           ". An act may have been cut off: look at the screen before starting another session.";
}

void end_one(store::transaction& on, cut_off what, moment now)
{
    const auto last = last_event(on, what.known.id);
    const auto seen = std::min(last_sign_of(what, last), now);
    const auto how = failed(fault::service_restarted, sentence(what, seen));
    auto& known = what.known;
    known.now = how.how;
    known.completed_at = seen;
    known.waiting_for.reset();
    known.error = how.error;
    update_session(on, known, now);
    const auto next = last ? last->index + 1 : 0;
    insert_event(on, known.id,
                 {.index = next,
                  .type = event_type::error,
                  .at = now,
                  .data = event_data(event_type::error, {{"error", *how.error}}, known.turns, {})});
    insert_event(on, known.id,
                 {.index = next + 1,
                  .type = event_type::status,
                  .at = now,
                  .data = event_data(event_type::status,
                                     {{"status", to_string(how.how)}, {"error", *how.error}},
                                     known.turns, {})});
    bill(on, known);
}

std::size_t end_all(store::transaction& on, std::vector<cut_off> which, moment now)
{
    const auto count = which.size();
    for (auto& each : which)
        end_one(on, std::move(each), now);
    return count;
}

} // namespace

std::size_t end_cut_off_sessions(store::transaction& on, moment now)
{
    return end_all(on, live_sessions(on), now);
}

std::size_t end_sessions_of_service_alone(store::transaction& on, moment now)
{
    return end_all(on, sessions_of_service_alone(on), now);
}

} // namespace thimble::service::sessions
