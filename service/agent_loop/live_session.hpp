// One session that lives: what it is, who waits for it to change, how much of it the store has.
#pragma once

#include "async/one_shot_timer.hpp"
#include "async/signal.hpp"
#include "service/agent_loop/session_clock.hpp"
#include "service/jobs/job.hpp"
#include "service/sessions/session.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <concepts>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service {

/// True for an action that watches a phone or reads from it, which is no act on it.
bool changes_nothing(std::string_view action);

/// Of whoever, on a phone.
struct ended_act {
    std::string job_id;
    std::string action;
    std::string status; // of the job
};

/// Home thread. Every change is told at once to whoever waits, and ends what the agent is doing
/// where the user wants that. When its time is over it ends by itself, whatever state it is in.
class live_session {
public:
    /// `on_news` is called after every change: there is something to be written down. It must not
    /// destroy the session.
    live_session(const boost::asio::any_io_executor& home,
                 sessions::facts begun,
                 sessions::session_limits granted,
                 sessions::text_filter hide);

    /// One that lived elsewhere, of which the store has so many events.
    live_session(const boost::asio::any_io_executor& home,
                 sessions::session moved_here,
                 std::uint64_t stored,
                 session_clock clock);

    void when_changed(std::function<void()> then)
    {
        on_news_ = std::make_shared<std::function<void()>>(std::move(then));
    }

    const sessions::session& value() const noexcept { return value_; }
    const sessions::facts& known() const noexcept { return value_.known(); }
    const std::string& id() const noexcept { return known().id; }
    bool has_ended() const noexcept { return value_.has_ended(); }
    sessions::moment now() const { return clock_.now(); }

    // Requests of clients. SESSION_ENDED once it has ended.

    result<void> apply(sessions::control what);
    result<void> hear(std::string message);

    // Acts of the agent. Without effect once it has ended.

    void begin();
    std::uint64_t begin_turn();
    std::vector<std::string> take_messages();
    bool has_messages() const noexcept { return value_.has_messages(); }
    void spend(std::int64_t micro_dollars);
    void ask(const std::string& question);
    void note(sessions::event_type type, nlohmann::json data);
    void end(const sessions::ending& how);

    // Acts of others on the phone. They are among the events too.

    void note_act_of_another(const ended_act& what);

    /// Acts of its agent at the node at which it was before: they are nobody else's.
    void know_acts(const std::vector<std::string>& job_ids)
    {
        former_acts_.insert(job_ids.begin(), job_ids.end());
    }

    /// Their number: with each one the screen may be another.
    std::uint64_t acts_of_others() const noexcept { return acts_of_others_; }

    // For those who wait. Cancelling the coroutine ends the wait.

    /// True once the agent may take its next step; false when the session has ended.
    boost::asio::awaitable<bool> until_it_runs();

    /// True once there is an event of this index; false when there will be none.
    boost::asio::awaitable<bool> until_event(std::uint64_t index);

    boost::asio::awaitable<bool> until_ended();

    /// True where the session has ended, or the user has interrupted the agent since it last
    /// heeded.
    bool is_called_off() const noexcept { return has_ended() || called_off_ || leaving_; }

    /// The agent comes to an end here and the session does not: another node goes on with it. The
    /// act that is under way may end.
    void leave();
    bool is_leaving() const noexcept { return leaving_; }

    /// It lives elsewhere: nothing that happens to it here counts any more.
    void cut_loose();
    bool is_gone() const noexcept { return gone_; }

    /// The agent begins something new: whatever was called off before is behind it.
    void heed() noexcept { called_off_ = false; }

    /// Value of the work; nothing where the session is called off by then. Then the work is
    /// cancelled and waited for, so it must let itself be cancelled.
    template <std::default_initializable Value>
    boost::asio::awaitable<std::optional<Value>>
    unless_called_off(boost::asio::awaitable<Value> work);

    // Of whoever writes it down.

    /// The store has all events before this index.
    std::uint64_t stored_before() const noexcept { return stored_before_; }
    void stored_events_before(std::uint64_t index);

    /// True once it has all that there are now; false where the session is called off before.
    boost::asio::awaitable<bool> until_stored();

private:
    boost::asio::awaitable<bool> until_called_off();
    void take_over(const sessions::reaction& what);
    void keep_time();
    void changed();

    session_clock clock_;
    sessions::session value_;
    std::shared_ptr<std::function<void()>> on_news_; // which may end itself
    async::signal news_;
    async::one_shot_timer overdue_;
    std::optional<sessions::moment> due_; // what the alarm is set to
    bool called_off_ = false;
    bool leaving_ = false;
    bool gone_ = false;
    std::uint64_t stored_before_ = 0;
    std::uint64_t acts_of_others_ = 0;
    std::set<std::string> former_acts_; // job ids
};

using live_session_ptr = std::shared_ptr<live_session>;

template <std::default_initializable Value>
boost::asio::awaitable<std::optional<Value>>
live_session::unless_called_off(boost::asio::awaitable<Value> work)
{
    namespace asio = boost::asio;
    auto executor = co_await asio::this_coro::executor;
    auto race = asio::experimental::make_parallel_group(
        asio::co_spawn(executor, std::move(work), asio::deferred),
        asio::co_spawn(executor, until_called_off(), asio::deferred));
    auto [order, work_error, value, wait_error, called_off] =
        co_await race.async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
    if (!work_error)
        co_return std::move(value);
    if (!wait_error)
        co_return std::nullopt;
    std::rethrow_exception(work_error);
}

} // namespace thimble::service
