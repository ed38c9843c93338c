// Agent sessions: those that live, and those of which the store tells.
#pragma once

#include "async/signal.hpp"
#include "async/task_group.hpp"
#include "service/agent_loop/agent_dependencies.hpp"
#include "service/agent_loop/agent_loop.hpp"
#include "service/agent_loop/live_session.hpp"
#include "service/agent_loop/session_archive.hpp"
#include "service/agent_loop/session_writer.hpp"
#include "service/agent_loop/shared_agent_state.hpp"
#include "service/agent_loop/shared_secret_values.hpp"
#include "service/sessions/present_usage.hpp"
#include "text/uuid.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

/// nullptr where none is configured. Throws std::runtime_error when its authorities cannot be read.
std::unique_ptr<models::client> model_for(const boost::asio::any_io_executor& home,
                                          const std::optional<models::provider>& whose,
                                          const agent_limits& granted);

/// Home thread. A session begins, and lives until it has ended and all of it is in the store.
class agent_sessions {
public:
    explicit agent_sessions(agent_dependencies with);

    /// Ends what the end of a former run has cut off, before this one starts: how many there were.
    static std::size_t end_cut_off(store::transaction& on);

    using also_in_transaction = session_transaction_extra;

    /// SUBSCRIPTION_REQUIRED when the account's minutes of this month are used up; INTERNAL_ERROR
    /// or STORE_UNAVAILABLE when the store cannot say. To be asked before an order for a session is
    /// looked at.
    boost::asio::awaitable<result<void>> check_minutes(std::string account_id);

    /// Without a model there are no sessions.
    bool has_model() const noexcept { return with_.model != nullptr; }

    /// INVALID_ARGUMENT for a model that sessions may not name.
    result<void> check_model(const sessions::order& wanted) const;

    /// A session for the account's phone, `creating`; it is safe when this returns, and survives a
    /// loss of power. MODEL_NOT_CONFIGURED, TASK_ALREADY_RUNNING (`context.session_id`), QUEUE_FULL
    /// when the service or the account has too many.
    boost::asio::awaitable<result<sessions::facts>> begin(std::string account_id,
                                                          sessions::order what,
                                                          phone_ptr phone,
                                                          also_in_transaction with = {});

    // INTERNAL_ERROR or STORE_UNAVAILABLE where the store cannot say. SESSION_NOT_FOUND where the
    // account has no such session.

    boost::asio::awaitable<result<sessions::facts>> find(std::string account_id, std::string id);

    /// The newest first.
    boost::asio::awaitable<result<std::vector<sessions::facts>>>
    list(sessions::session_filter wanted);

    /// Any control but a message. SESSION_ENDED once it has ended.
    boost::asio::awaitable<result<void>>
    apply(std::string account_id, std::string id, sessions::control what);

    /// SESSION_ENDED too, and QUEUE_FULL when the agent has too many messages to read.
    boost::asio::awaitable<result<void>>
    hear(std::string account_id, std::string id, std::string message);

    /// From that index on; what has not happened yet is no error.
    boost::asio::awaitable<result<sessions::event_page>>
    events(std::string account_id, std::string id, std::uint64_t since);

    /// True as soon as there is an event of that index, and when `most` is over; false when there
    /// will be none any more.
    boost::asio::awaitable<bool> wait_for_event(std::string account_id,
                                                std::string id,
                                                std::uint64_t index,
                                                std::chrono::milliseconds most);

    /// Stops the sessions of accounts that are gone.
    void stop_where(const std::function<bool(const std::string& account_id)>& is_gone);

    /// The session of a phone that has not ended, whichever node it lives at.
    std::optional<std::string> active_session(const std::string& phone_id) const;

    /// Usage of the account in a month; sessions that have not ended count up to now.
    /// INTERNAL_ERROR or STORE_UNAVAILABLE when the store cannot say.
    boost::asio::awaitable<result<sessions::account_usage>> usage_of(std::string account_id,
                                                                     sessions::month in);

    // Of a node among others that share the store.

    /// Goes on with one that another node had, which the store says is this node's by now. `acts`
    /// are the ids of its agent's last jobs, `phone` is nullptr where it is not known any more.
    /// One that cannot be gone on with has failed.
    void take_up(sessions::facts left, std::vector<std::string> acts, phone_ptr phone);

    /// Has all agents come to an end here, and returns when everything that has happened is
    /// written down: another node may go on with the sessions.
    boost::asio::awaitable<void> leave_all();

    /// Lets go of those that are another node's by now. False where the store cannot say.
    boost::asio::awaitable<bool> drop_taken();

    std::size_t live_sessions() const noexcept { return live_.size(); }

    /// An action on a phone has ended. Where somebody else than the phone's agent has asked for it,
    /// it is among the session's events. The id of the session whose agent has asked; nothing for
    /// others.
    std::optional<std::string> note_action(const job& ended);

    /// True if an agent is at work on that phone at this node.
    bool lives_here(const std::string& phone_id) const { return by_phone_.contains(phone_id); }

    /// The same of an action that has ended at another node: no agent of this one has asked for it.
    void note_act_elsewhere(const std::string& phone_id, const ended_act& what);

    /// Deletes what is too old, and notes that those that live have been seen. Now and then.
    boost::asio::awaitable<void> keep_up(sessions::moment now) { return archive_.keep_up(now); }

    /// Cancels what agents are doing, and returns when all is written down. Sessions that have not
    /// ended are ended by end_cut_off_sessions() when the service starts again.
    boost::asio::awaitable<void> close();

private:
    live_session_ptr find_live(std::string_view account_id, const std::string& id) const;

    /// Among nodes: returns when the others can read what this one is about to tell of a session,
    /// or the store has not taken it in time. False where another node has the session by now.
    boost::asio::awaitable<bool> until_others_can_read(live_session_ptr which);

    /// Where the session lives here; else passes it on.
    boost::asio::awaitable<result<void>> give(sessions::session_order what);

    /// Unless it is the one that was told last. Its status now.
    sessions::status tell_status(const live_session& of,
                                 std::optional<sessions::status> told = {}) const
    {
        const auto& now = of.known();
        if (with_.on_status && told != now.now)
            with_.on_status(now);
        return now.now;
    }

    /// Where it lives at another node, its answer; else why it cannot be had here.
    boost::asio::awaitable<result<void>> pass_on(sessions::session_order what, failure otherwise);

    /// Where it may live at another node, which writes down what happens.
    boost::asio::awaitable<bool> wait_for_event_elsewhere(std::string account_id,
                                                          std::string id,
                                                          std::uint64_t index,
                                                          std::chrono::milliseconds most);

    sessions::status note_change(const live_session_ptr& of, sessions::status told)
    {
        writer_.write_soon(of);
        if (!with_.node)
            return tell_status(*of, told);
        if (told != of->known().now)
            untold_[of->id()].push_back(
                {.events = of->value().events().next_index(), .known = of->known()});
        return of->known().now;
    }

    /// Among nodes a status counts once it is written down: the session may be another node's by
    /// now, where it has none of it.
    void tell_written(const live_session& of);

    std::optional<std::string> session_here(const std::string& phone_id) const;
    boost::asio::awaitable<std::optional<std::string>>
    session_elsewhere(std::string account_id, const std::string& phone_id);
    result<void> check_free(const known_phone& phone, const std::string& account_id) const;
    live_session_ptr make(std::string account_id,
                          sessions::order what,
                          const known_phone& phone,
                          sessions::text_filter hide);
    boost::asio::awaitable<result<void>> write_first(live_session_ptr what,
                                                     also_in_transaction with);
    boost::asio::awaitable<void> conduct(live_session_ptr what,
                                         phone_ptr phone,
                                         std::shared_ptr<agent::secret_values> hidden,
                                         std::optional<left_session> before = {});
    void fail(live_session& which, std::string_view why);
    boost::asio::awaitable<void>
    go_on(sessions::facts left, std::vector<std::string> acts, phone_ptr phone);
    void watch(const live_session_ptr& what);
    void lose(const live_session_ptr& what);
    boost::asio::awaitable<bool> until_none_at_work();
    boost::asio::awaitable<void> until_written(const known_phone& phone);
    void give_up(const live_session_ptr& what);
    void forget(const live_session_ptr& what);

    agent_dependencies with_;
    shared_agent_state in_;
    session_archive archive_;
    shared_secret_values hidden_;
    ordered_uuids ids_;
    std::map<std::string, live_session_ptr, std::less<>> live_;     // by id
    std::map<std::string, live_session_ptr, std::less<>> by_phone_; // the latest, by phone id
    session_writer writer_;
    struct untold_status {
        std::uint64_t events; // the store has so many when it has this as well
        sessions::facts known;
    };
    std::map<std::string, std::vector<untold_status>> untold_; // by the session's id, in order
    bool leaving_ = false;                                     // no session begins any more
    std::size_t at_work_ = 0;
    async::signal fewer_; // at work
    async::task_group tasks_;
};

} // namespace thimble::service
