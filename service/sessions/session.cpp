#include "service/sessions/session.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::sessions {

using nlohmann::json;

namespace {

constexpr std::size_t longest_words = 16'000; // bytes of a result, an error, a question

moment whole_milliseconds(moment when)
{
    return std::chrono::floor<std::chrono::milliseconds>(when);
}

} // namespace

session::session(facts begun, session_limits granted, text_filter hide)
    : known_(std::move(begun)), granted_(granted), hide_(std::move(hide)),
      log_(granted.events, hide_)
{
    known_.created_at = whole_milliseconds(known_.created_at);
    note(event_type::status, {{"status", to_string(life_.now())}}, known_.created_at);
}

session::session(facts left,
                 std::uint64_t events,
                 std::vector<std::string> unread,
                 session_limits granted,
                 text_filter hide)
    : known_(std::move(left)), granted_(granted), hide_(std::move(hide)),
      life_(known_.now, known_.started_at.has_value(), known_.waiting_for.has_value()),
      log_(granted.events, hide_, events), unread_(std::move(unread))
{
}

session session::moved_here(facts left,
                            std::uint64_t events,
                            std::vector<std::string> unread,
                            moment now,
                            session_limits granted,
                            text_filter hide)
{
    session out(std::move(left), events, std::move(unread), granted, std::move(hide));
    out.note(event_type::status, {{"status", to_string(out.life_.now())}, {"moved", true}}, now);
    return out;
}

moment session::deadline() const
{
    return known_.started_at.value_or(known_.created_at) + known_.asked.timeout;
}

result<reaction> session::apply(control what, moment now)
{
    if (has_ended())
        return std::unexpected(ended());
    if (what == control::stop) {
        end(killed(), now);
        return reaction{.moved = true, .cancels_act = true};
    }
    auto done = *life_.apply(what);
    if (done.moved)
        moved(now);
    done.cancels_act = done.cancels_act || has_ended();
    return done;
}

result<reaction> session::hear(std::string message, moment now)
{
    if (has_ended())
        return std::unexpected(ended());
    if (unread_.size() >= granted_.unread_messages)
        return std::unexpected(failure{.code = "QUEUE_FULL",
                                       .message = "The agent has not read the messages before yet; "
                                                  "send this one later.",
                                       .context = {{"session_id", known_.id}}});
    unread_.push_back(message);
    note(event_type::message, {{"text", std::move(message)}}, now);
    auto done = life_.apply(control::message).value_or(reaction{.moved = true});
    known_.waiting_for.reset();
    if (done.moved)
        moved(now);
    done.cancels_act = has_ended();
    return done;
}

void session::begin(moment now)
{
    if (life_.begin())
        moved(now);
}

std::uint64_t session::begin_turn()
{
    return has_ended() ? known_.turns : ++known_.turns;
}

std::vector<std::string> session::take_messages()
{
    return std::exchange(unread_, {});
}

void session::spend(std::int64_t amount, moment now)
{
    if (!has_ended() && amount > 0)
        known_.model_cost[month_of(now)] += amount;
}

void session::ask(const std::string& question, moment now)
{
    if (has_ended())
        return;
    const bool waits = life_.ask();
    known_.waiting_for = hidden(question);
    note(event_type::question, {{"text", question}}, now);
    if (waits)
        moved(now);
}

void session::note(event_type type, json data, moment now)
{
    if (has_ended())
        return;
    if (log_.append(type, std::move(data), known_.turns, whole_milliseconds(now)) == nullptr)
        end(failed(fault::budget_exceeded, "The session has as many events as are kept of one."),
            now);
}

void session::end(const ending& how, moment now)
{
    if (life_.end(how.how))
        finish(how, now);
}

/// Its status is another one now, and not an end.
void session::moved(moment now)
{
    if (has_ended())
        return;
    known_.now = life_.now();
    if (known_.now == status::running && !known_.started_at)
        known_.started_at = whole_milliseconds(now);
    note(event_type::status, {{"status", to_string(known_.now)}}, now);
}

void session::finish(const ending& how, moment now)
{
    // The clock may have been set back: no session ends before it has begun.
    const auto at = std::max(whole_milliseconds(now), known_.started_at.value_or(moment::min()));
    known_.now = how.how;
    known_.completed_at = at;
    known_.waiting_for.reset();
    unread_.clear();
    json last{{"status", to_string(how.how)}};
    if (!how.result.empty())
        last["result"] = known_.result.emplace(hidden(how.result));
    if (how.error) {
        last["error"] = known_.error.emplace(hidden(*how.error));
        log_.append_end(event_type::error, {{"error", *how.error}}, known_.turns, at);
    }
    log_.append_end(event_type::status, std::move(last), known_.turns, at);
}

std::string session::hidden(const std::string& text) const
{
    return filtered_beginning(text, hide_, longest_words);
}

failure session::ended() const
{
    return {.code = "SESSION_ENDED",
            .message = "The session has ended and takes no more orders; make a new one.",
            .context = {{"session_id", known_.id}, {"status", to_string(known_.now)}}};
}

} // namespace thimble::service::sessions
