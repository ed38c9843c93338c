// Sessions that move between the nodes of a service: taken up, handed over, lost to another node.
#include "async/deadline.hpp"
#include "async/sleep.hpp"
#include "service/agent_loop/agent_sessions.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::moment;

namespace {

/// For agents that come to an end, with an act of theirs.
constexpr std::chrono::seconds time_for_last_acts{6};

sessions::ending cannot_go_on(std::string_view why)
{
    return sessions::failed(sessions::fault::service_restarted,
                            "The node of the service at which the session lived has ended, and no "
                            "other can go on with it: " +
                                std::string(why) +
                                " An act may have been cut off: look at the screen before "
                                "starting another session.");
}

/// Now, unless the node at which they happened was ahead: the time of a session does not go back.
moment time_after(const std::vector<sessions::event>& events)
{
    const auto now = moment::clock::now();
    return events.empty() ? now : std::max(now, events.back().at);
}

} // namespace

/// From now on whatever happens to it is written down and told.
void agent_sessions::watch(const live_session_ptr& what)
{
    what->when_changed([this, which = std::weak_ptr(what), told = tell_status(*what)]() mutable {
        if (const auto still = which.lock())
            told = note_change(still, told);
    });
}

void agent_sessions::tell_written(const live_session& of)
{
    const auto found = untold_.find(of.id());
    if (found == untold_.end())
        return;
    auto& waiting = found->second;
    const auto unwritten = std::ranges::find_if(
        waiting, [&](const auto& each) { return each.events > of.stored_before(); });
    const std::vector<untold_status> written(waiting.begin(), unwritten);
    waiting.erase(waiting.begin(), unwritten);
    if (waiting.empty())
        untold_.erase(found);
    for (const auto& each : written)
        if (with_.on_status)
            with_.on_status(each.known);
}

void agent_sessions::take_up(sessions::facts left, std::vector<std::string> acts, phone_ptr phone)
{
    tasks_.spawn(go_on(std::move(left), std::move(acts), std::move(phone)));
}

asio::awaitable<void>
agent_sessions::go_on(sessions::facts left, std::vector<std::string> acts, phone_ptr phone)
{
    const auto hidden = hidden_.of(left.account_id);
    const auto hide = [hidden](const std::string& text) { return hidden->without_secrets(text); };
    auto events = co_await archive_.all_events(left.id);
    auto held = co_await archive_.held();
    while (!events || !held) { // the store fails
        co_await async::sleep_for(with_.limits.write_again);
        events = co_await archive_.all_events(left.id);
        held = co_await archive_.held();
    }
    if (!held->contains(left.id))
        co_return; // it has taken so long that another node has it by now
    const auto stored = events->empty() ? 0 : events->back().index + 1;
    const session_clock clock(time_after(*events));
    const auto made = std::make_shared<live_session>(
        with_.home,
        sessions::session::moved_here(std::move(left), stored, {}, clock.now(),
                                      with_.limits.session, hide),
        stored, clock);
    made->know_acts(acts);
    live_[made->id()] = made;
    by_phone_[made->known().phone_id] = made;
    if (with_.elsewhere.note)
        with_.elsewhere.note(made->id(), made->known().phone_id, true);
    watch(made);
    writer_.write_soon(made);
    if (leaving_)
        co_return made->leave(); // this node ends as well
    with_.log->info("session {} goes on here", made->id());
    if (!has_model())
        co_return made->end(cannot_go_on("no model is configured there."));
    if (phone == nullptr)
        co_return made->end(cannot_go_on("its phone is not known any more."));
    co_await conduct(made, std::move(phone), hidden,
                     left_session{.events = std::move(*events), .acts = std::move(acts)});
}

asio::awaitable<void> agent_sessions::leave_all()
{
    leaving_ = true;
    for (const auto& [id, each] : live_)
        if (!each->has_ended())
            each->leave();
    co_await async::with_timeout(time_for_last_acts, until_none_at_work());
    co_await writer_.written();
    for (const auto& [id, each] : std::map(live_)) {
        if (each->has_ended())
            continue; // its end is being written
        each->cut_loose();
        forget(each);
    }
}

asio::awaitable<bool> agent_sessions::until_none_at_work()
{
    while (at_work_ > 0)
        co_await fewer_.wait();
    co_return true;
}

void agent_sessions::lose(const live_session_ptr& what)
{
    if (what->is_gone())
        return;
    with_.log->warn("session {} lives at another node by now", what->id());
    for (const auto& each : in_.acts.of(what->id())) // its agent would call them off
        with_.sender.let_go(each);
    what->cut_loose();
    forget(what);
}

asio::awaitable<bool> agent_sessions::drop_taken()
{
    const auto before = live_; // one that begins meanwhile may not be in the store yet
    const auto held = co_await archive_.held();
    if (!held)
        co_return false;
    for (const auto& [id, each] : before)
        if (!each->has_ended() && live_.contains(id) && !held->contains(id) &&
            each->stored_before() > 0)
            lose(each);
    co_return true;
}

/// Of a session of the phone that has ended here, the store may not know yet: it would refuse the
/// next one.
asio::awaitable<void> agent_sessions::until_written(const known_phone& phone)
{
    constexpr int most_batches = 10;
    for (int tries = 0; tries < most_batches; ++tries) {
        const auto latest = by_phone_.find(phone.id);
        if (latest == by_phone_.end() || !latest->second->has_ended())
            co_return;
        co_await writer_.written();
    }
}

} // namespace thimble::service
