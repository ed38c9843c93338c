// Sessions by account and phone: begun, found, controlled, followed, ended. A session that lives
// is answered from memory, one that has ended from the store.
#include "service/agent_loop/agent_sessions.hpp"

#include "async/aborted.hpp"
#include "async/deadline.hpp"
#include "async/sleep.hpp"
#include "service/agent_loop/agent_loop.hpp"
#include "service/agent_loop/session_failures.hpp"
#include "service/sessions/restart.hpp"

namespace thimble::service {

namespace asio = boost::asio;
using sessions::moment;

namespace {

moment present()
{
    return moment::clock::now();
}

/// A node that dies has been taken for dead by then, and its sessions are somewhere else.
constexpr std::chrono::seconds time_to_move{10};
constexpr std::chrono::milliseconds between_tries{100};

/// A good deal less than another node waits for the answer to an order.
constexpr std::chrono::milliseconds time_to_be_written{2'000};

result<void> give_to(live_session& session, const sessions::session_order& what)
{
    return what.what == sessions::control::message ? session.hear(what.message)
                                                   : session.apply(what.what);
}

/// An agent, as long as it is at work.
class at_work {
public:
    at_work(std::size_t& count, async::signal& fewer) : count_(count), fewer_(fewer) { ++count_; }
    at_work(const at_work&) = delete;
    at_work& operator=(const at_work&) = delete;
    ~at_work()
    {
        --count_;
        fewer_.notify_all();
    }

private:
    std::size_t& count_;
    async::signal& fewer_;
};

} // namespace

std::unique_ptr<models::client> model_for(const asio::any_io_executor& home,
                                          const std::optional<models::provider>& whose,
                                          const agent_limits& granted)
{
    return whose ? std::make_unique<models::client>(home, *whose, granted.model, granted.retries)
                 : nullptr;
}

std::size_t agent_sessions::end_cut_off(store::transaction& on)
{
    return sessions::end_cut_off_sessions(on, present());
}

agent_sessions::agent_sessions(agent_dependencies with)
    : with_(std::move(with)), in_(with_.home), archive_(with_.store, with_.limits, with_.node),
      writer_(
          with_.home,
          with_.store,
          with_.limits,
          with_.node,
          [this](const live_session_ptr& which) { forget(which); },
          [this](const live_session_ptr& which) { lose(which); },
          with_.log),
      fewer_(with_.home), tasks_(with_.home, [log = with_.log](const std::exception_ptr&) {
          log->error("a session failed");
      })
{
    if (with_.node)
        writer_.when_written([this](const live_session& which) { tell_written(which); });
}

asio::awaitable<result<sessions::facts>> agent_sessions::begin(std::string account_id,
                                                               sessions::order what,
                                                               phone_ptr phone,
                                                               also_in_transaction with)
{
    if (with_.node)
        co_await until_written(*phone);
    if (const auto busy = co_await session_elsewhere(account_id, phone->id))
        co_return std::unexpected(already_running(*busy));
    if (auto free = check_free(*phone, account_id); !free)
        co_return std::unexpected(std::move(free.error()));
    const auto hidden = hidden_.of(account_id);
    const auto hide = [hidden](const std::string& text) { return hidden->without_secrets(text); };
    const auto made = make(std::move(account_id), std::move(what), *phone, hide);
    // First written down, then begun: no act may belong to a session that nobody knows.
    if (auto written = co_await write_first(made, std::move(with)); !written) {
        give_up(made);
        co_return std::unexpected(std::move(written.error()));
    }
    watch(made);
    auto begun = made->known(); // before the agent has
    tasks_.spawn(conduct(made, std::move(phone), hidden));
    co_return begun;
}

result<void> agent_sessions::check_free(const known_phone& phone,
                                        const std::string& account_id) const
{
    if (!has_model())
        return std::unexpected(no_model());
    if (leaving_)
        return std::unexpected(session_not_written());
    if (const auto busy = session_here(phone.id))
        return std::unexpected(already_running(*busy));
    const auto most = with_.limits.live_sessions;
    const auto share = account_share(most, with_.accounts());
    const auto whose = [](const auto& each) { return each.second->known().account_id; };
    if (share < most && std::cmp_greater_equal(std::ranges::count(live_, account_id, whose), share))
        return std::unexpected(too_many_sessions_of_account(share));
    if (live_.size() >= most)
        return std::unexpected(too_many_sessions(most));
    return {};
}

result<void> agent_sessions::check_model(const sessions::order& wanted) const
{
    return has_model() ? check_model_of(wanted, with_.model->asks()) : result<void>();
}

asio::awaitable<result<void>> agent_sessions::check_minutes(std::string account_id)
{
    const auto known = co_await usage_of(std::move(account_id), sessions::month_of(present()));
    if (!known)
        co_return std::unexpected(known.error());
    if (sessions::is_used_up(known->used, known->agreed))
        co_return std::unexpected(minutes_used_up());
    co_return result<void>();
}

/// Those that live are looked at first: one that ends meanwhile is billed, and counts once.
asio::awaitable<result<sessions::account_usage>> agent_sessions::usage_of(std::string account_id,
                                                                          sessions::month in)
{
    std::vector<sessions::facts> live;
    for (const auto& [id, each] : live_)
        if (each->known().account_id == account_id)
            live.push_back(each->known());
    auto known = co_await archive_.month_of(std::move(account_id), in);
    if (!known)
        co_return std::unexpected(std::move(known.error()));
    co_return sessions::account_usage{
        .used =
            sessions::present_usage(in, std::move(known->billed), live, known->agreed, present()),
        .agreed = known->agreed};
}

live_session_ptr agent_sessions::make(std::string account_id,
                                      sessions::order what,
                                      const known_phone& phone,
                                      sessions::text_filter hide)
{
    const auto begun = present();
    what.phone_id = phone.id;
    if (what.model.empty())
        what.model = with_.model->asks().model;
    sessions::facts known{.id = ids_.next(begun),
                          .account_id = std::move(account_id),
                          .phone_id = phone.id,
                          .udid = phone.state.udid,
                          .asked = std::move(what),
                          .created_at = begun};
    if (known.asked.record)
        known.recording_id = ids_.next(begun);
    auto made = std::make_shared<live_session>(with_.home, std::move(known), with_.limits.session,
                                               std::move(hide));
    live_[made->id()] = made;
    by_phone_[phone.id] = made;
    if (with_.elsewhere.note)
        with_.elsewhere.note(made->id(), phone.id, true);
    return made;
}

asio::awaitable<result<void>> agent_sessions::write_first(live_session_ptr what,
                                                          also_in_transaction with)
{
    auto first = what->value().events().since(0).value_or(sessions::event_page{});
    const auto next = first.next_index;
    auto done = co_await archive_.insert(what->known(), std::move(first.events), std::move(with));
    if (!done)
        co_return std::unexpected(session_not_written(done.error()));
    if (done->busy)
        co_return std::unexpected(already_running(*done->busy));
    what->stored_events_before(next);
    co_return result<void>();
}

/// One that is not written down, or of which nobody knows whether it is: there it ends.
void agent_sessions::give_up(const live_session_ptr& what)
{
    what->end(sessions::failed("INTERNAL_ERROR", "The session could not be written down."));
    with_.store.write_behind([known = what->known(), holder = with_.node](store::transaction& on) {
        sessions::update_session(on, known, *known.completed_at, holder);
    });
    forget(what);
}

/// From its beginning to its end.
asio::awaitable<void> agent_sessions::conduct(live_session_ptr what,
                                              phone_ptr phone,
                                              std::shared_ptr<agent::secret_values> hidden,
                                              std::optional<left_session> before)
{
    const at_work counted(at_work_, fewer_);
    agent_loop agent(with_, *what, std::move(phone), in_, std::move(hidden));
    try {
        co_await agent.work(std::move(before));
    } catch (const std::exception& problem) {
        async::throw_if_aborted(problem); // the service ends
        fail(*what, problem.what());
    }
    if (what->has_ended())
        with_.meter.session_ended(to_string(what->known().now));
}

void agent_sessions::fail(live_session& which, std::string_view why)
{
    with_.log->error("session {}: {}", which.id(), why);
    which.end(sessions::failed("INTERNAL_ERROR",
                               "Something went wrong in the service; its log says what."));
}

void agent_sessions::forget(const live_session_ptr& what)
{
    live_.erase(what->id());
    untold_.erase(what->id());
    if (what->has_ended() && with_.elsewhere.note)
        with_.elsewhere.note(what->id(), what->known().phone_id, false);
    else if (!what->has_ended() && with_.elsewhere.leave)
        with_.elsewhere.leave(what->id(), what->known().phone_id);
    const auto latest = by_phone_.find(what->known().phone_id);
    if (latest != by_phone_.end() && latest->second == what)
        by_phone_.erase(latest);
}

live_session_ptr agent_sessions::find_live(std::string_view account_id, const std::string& id) const
{
    const auto found = live_.find(id);
    const bool theirs = found != live_.end() && found->second->known().account_id == account_id;
    return theirs ? found->second : nullptr;
}

asio::awaitable<result<sessions::facts>> agent_sessions::find(std::string account_id,
                                                              std::string id)
{
    if (const auto live = find_live(account_id, id)) {
        auto now = live->known();
        if (co_await until_others_can_read(live))
            co_return now;
    }
    co_return co_await archive_.find(std::move(account_id), std::move(id));
}

/// A client's next request may come to any of them, and nothing may be taken back. No longer than a
/// client would wait for: where the store fails, this node is about to lose its lease.
asio::awaitable<bool> agent_sessions::until_others_can_read(live_session_ptr which)
{
    if (with_.node)
        co_await writer_.until_written(which, time_to_be_written);
    co_return !which->is_gone();
}

asio::awaitable<result<std::vector<sessions::facts>>>
agent_sessions::list(sessions::session_filter wanted)
{
    co_await writer_.written(); // by status, as it is now
    auto out = co_await archive_.list(std::move(wanted));
    if (!out || with_.node) // another node would list what is written, too
        co_return out;
    for (auto& each : *out)
        if (const auto live = find_live(each.account_id, each.id))
            each = live->known();
    co_return out;
}

asio::awaitable<result<void>>
agent_sessions::apply(std::string account_id, std::string id, sessions::control what)
{
    co_return co_await give(
        {.account_id = std::move(account_id), .session_id = std::move(id), .what = what});
}

asio::awaitable<result<void>>
agent_sessions::hear(std::string account_id, std::string id, std::string message)
{
    co_return co_await give({.account_id = std::move(account_id),
                             .session_id = std::move(id),
                             .what = sessions::control::message,
                             .message = std::move(message)});
}

/// Another node that has the session by the time at which this is to be written has heard nothing.
asio::awaitable<result<void>> agent_sessions::give(sessions::session_order what)
{
    if (const auto live = find_live(what.account_id, what.session_id)) {
        const auto how = give_to(*live, what);
        if (co_await until_others_can_read(live))
            co_return how;
    }
    auto known = co_await archive_.find(what.account_id, what.session_id);
    co_return co_await pass_on(std::move(what),
                               known ? session_over(*known) : std::move(known.error()));
}

asio::awaitable<result<void>> agent_sessions::pass_on(sessions::session_order what,
                                                      failure otherwise)
{
    if (!with_.elsewhere.pass_on || otherwise.code != "SESSION_ENDED")
        co_return std::unexpected(std::move(otherwise));
    // One that moves is at no node for a while.
    const auto until = std::chrono::steady_clock::now() + time_to_move;
    for (;;) {
        if (auto answer = co_await with_.elsewhere.pass_on(what))
            co_return std::move(*answer);
        const auto known = co_await archive_.find(what.account_id, what.session_id);
        if (!known || known->completed_at || std::chrono::steady_clock::now() >= until)
            co_return std::unexpected(std::move(otherwise));
        co_await async::sleep_for(between_tries);
        if (const auto live = find_live(what.account_id, what.session_id)) {
            const auto how = give_to(*live, what);
            co_await until_others_can_read(live);
            co_return how;
        }
    }
}

asio::awaitable<result<sessions::event_page>>
agent_sessions::events(std::string account_id, std::string id, std::uint64_t since)
{
    // The oldest events of a long session are in the store alone.
    if (const auto live = find_live(account_id, id))
        if (auto recent = live->value().events().since(since)) {
            if (co_await until_others_can_read(live))
                co_return std::move(*recent);
        }
    co_return co_await archive_.events(std::move(account_id), std::move(id), since);
}

asio::awaitable<bool> agent_sessions::wait_for_event(std::string account_id,
                                                     std::string id,
                                                     std::uint64_t index,
                                                     std::chrono::milliseconds most)
{
    if (const auto live = find_live(account_id, id)) {
        auto there = co_await async::with_timeout(most, live->until_event(index));
        // Nothing in time is no end: the follower is told that it is still heard, and waits on.
        if (there.value_or(true) || !live->is_gone())
            co_return there.value_or(true);
    }
    if (with_.elsewhere.pass_on)
        co_return co_await wait_for_event_elsewhere(std::move(account_id), std::move(id), index,
                                                    most);
    co_return co_await archive_.has_event(std::move(account_id), std::move(id), index);
}

asio::awaitable<bool> agent_sessions::wait_for_event_elsewhere(std::string account_id,
                                                               std::string id,
                                                               std::uint64_t index,
                                                               std::chrono::milliseconds most)
{
    constexpr std::chrono::milliseconds between_looks{250};
    const auto until = std::chrono::steady_clock::now() + most;
    for (;;) {
        const auto known = co_await archive_.find(account_id, id);
        if (co_await archive_.has_event(account_id, id, index))
            co_return true;
        if (!known || known->completed_at)
            co_return false;
        if (std::chrono::steady_clock::now() >= until)
            co_return true;
        co_await async::sleep_for(between_looks);
    }
}

void agent_sessions::stop_where(const std::function<bool(const std::string& account_id)>& is_gone)
{
    std::vector<live_session_ptr> orphans;
    for (const auto& [id, each] : live_)
        if (!each->has_ended() && is_gone(each->known().account_id))
            orphans.push_back(each);
    for (const auto& each : orphans)
        (void)each->apply(sessions::control::stop); // it has not ended
}

std::optional<std::string> agent_sessions::active_session(const std::string& phone_id) const
{
    auto here = session_here(phone_id);
    return here || !with_.elsewhere.active ? here : with_.elsewhere.active(phone_id);
}

std::optional<std::string> agent_sessions::session_here(const std::string& phone_id) const
{
    const auto latest = by_phone_.find(phone_id);
    if (latest != by_phone_.end() && !latest->second->has_ended())
        return latest->second->id();
    return std::nullopt;
}

/// The store decides: whoever has read there that it has ended may begin the next, also
/// where its node has not said so yet.
asio::awaitable<std::optional<std::string>>
agent_sessions::session_elsewhere(std::string account_id, const std::string& phone_id)
{
    auto told = with_.elsewhere.active ? with_.elsewhere.active(phone_id) : std::nullopt;
    if (!told)
        co_return std::nullopt;
    const auto written = co_await archive_.find(std::move(account_id), *told);
    co_return written && written->completed_at ? std::nullopt : std::move(told);
}

std::optional<std::string> agent_sessions::note_action(const job& ended)
{
    auto whose = in_.acts.remove(ended.id());
    const auto latest = by_phone_.find(ended.phone_id());
    if (!whose && latest != by_phone_.end())
        latest->second->note_act_of_another({.job_id = ended.id(),
                                             .action = ended.action(),
                                             .status = std::string(to_string(ended.status()))});
    return whose;
}

void agent_sessions::note_act_elsewhere(const std::string& phone_id, const ended_act& what)
{
    const auto latest = by_phone_.find(phone_id);
    if (latest != by_phone_.end())
        latest->second->note_act_of_another(what);
}

asio::awaitable<void> agent_sessions::close()
{
    leaving_ = true;
    tasks_.cancel();
    co_await tasks_.until_empty();
    co_await async::with_timeout(with_.cancel_time, in_.acts.until_none());
    co_await writer_.close();
    live_.clear(); // with what they wait for, so that the home thread has nothing left to do
    by_phone_.clear();
}

} // namespace thimble::service
