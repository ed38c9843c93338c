// An agent at work: look, think, act, one turn after another, until its session has ended.
#pragma once

#include "service/agent/history.hpp"
#include "service/agent/permissions.hpp"
#include "service/agent/progress_guard.hpp"
#include "service/agent/secret_values.hpp"
#include "service/agent_loop/agent_phone.hpp"
#include "service/agent_loop/retold_session.hpp"
#include "service/agent_loop/step_words.hpp"
#include "service/agent_loop/turn_times.hpp"

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace thimble::service {

/// For the model that would act, or end, while it has not read what the user says.
inline constexpr std::string_view unheard_words =
    "The user has said something meanwhile. Hear it first.";

/// Past of a session that another node has had.
struct left_session {
    std::vector<sessions::event> events = {};
    std::vector<std::string> acts = {}; // ids of its agent's jobs that may have changed something
};

/// Home thread; of one session, which it does not outlive. Every wait in it ends at once when the
/// user interrupts the agent or the session ends: then the turn is over, and work() sees what now.
class agent_loop {
public:
    /// All outlive it. `hidden` is what the session's events are cleaned with.
    agent_loop(const agent_dependencies& with,
               live_session& session,
               phone_ptr phone,
               shared_agent_state& in,
               std::shared_ptr<agent::secret_values> hidden);

    /// Returns when the session has ended, or leaves for another node. `before`: it has come from
    /// one.
    boost::asio::awaitable<void> work(std::optional<left_session> before = {});

private:
    // A turn.
    boost::asio::awaitable<void> take_turn();
    bool may_begin_turn();
    bool is_held() const;
    bool is_latest_fresh() const;
    void hear_user();
    boost::asio::awaitable<bool> see();
    void tell_look(const observation& what);
    boost::asio::awaitable<observation_ptr> look_until_seen();
    boost::asio::awaitable<std::optional<models::reply>> think();
    boost::asio::awaitable<std::optional<models::reply>> ask_model(models::prompt what);
    models::usage_listener spending_on(std::string model);
    void take_reply(const models::reply& what);
    void nudge();
    boost::asio::awaitable<void> carry_out_uses();
    void drop_open_uses();
    void ask_if_interrupted();

    // Of a session that has moved here.
    boost::asio::awaitable<void> go_on_from(left_session what);
    boost::asio::awaitable<void> hear_old_question(models::tool_use use,
                                                   std::vector<std::string> said);
    boost::asio::awaitable<step_result> outcome_of(std::string job_id);
    boost::asio::awaitable<bool> until_leased();
    bool is_leased() const { return !with_.has_lease || with_.has_lease(); }

    // A step: one use of a tool. True when the next one of the turn may follow.
    boost::asio::awaitable<bool> carry_out(models::tool_use use);
    void answer(const models::tool_use& use, step_result what);

    /// The phone as it was when the user was asked about an act on it.
    struct ground {
        std::string front_app; // empty: not known
        agent::screen_mark screen;
    };

    /// Why the act must not be done; nothing where it may be.
    boost::asio::awaitable<std::optional<step_result>> objection(const agent::act& what);
    boost::asio::awaitable<std::optional<ground>> ground_of(const agent::act& what,
                                                            std::string front_app);
    boost::asio::awaitable<std::optional<step_result>> change_since(const ground& asked,
                                                                    const agent::act& what);
    boost::asio::awaitable<bool> still_shows(agent::screen_mark before);
    boost::asio::awaitable<std::expected<agent::circumstances, std::string>>
    circumstances(const agent::act& what);
    boost::asio::awaitable<std::string> front_app();
    void note_consent(const agent::ruling& to, const std::string& front_app);
    boost::asio::awaitable<std::vector<listed_app>> apps();
    boost::asio::awaitable<std::optional<step_result>> consent(const agent::ruling& to);
    boost::asio::awaitable<step_result> refusal(const agent::act& what, std::string words);

    /// Waits for the end of a pause. Why what was decided before it must not be done now; nothing
    /// where it may be, or where there is no pause.
    boost::asio::awaitable<std::optional<step_result>> hold(bool on_phone);
    boost::asio::awaitable<std::optional<step_result>> wait_for_resume(bool on_phone);
    boost::asio::awaitable<std::optional<step_result>> hold_judged(const agent::act& what);

    boost::asio::awaitable<std::optional<step_result>> obstacle(const agent::act& what);
    boost::asio::awaitable<agent::screen_mark> mark_before_act();
    std::optional<step_result> repetition(agent::progress what);

    boost::asio::awaitable<step_result> take_step(agent::act what);
    boost::asio::awaitable<step_result> use_phone(link::action what);
    boost::asio::awaitable<step_result> list_elements(link::action what);
    boost::asio::awaitable<step_result> rest(std::chrono::milliseconds how_long);
    boost::asio::awaitable<step_result> ask_user(std::string question);
    boost::asio::awaitable<std::vector<std::string>> hear_answer(std::string question);

    /// The user has said something that the model has not read yet.
    bool has_unheard() const { return !unheard_.empty() || session_.has_messages(); }

    /// The agent says that it is done: somebody else looks.
    boost::asio::awaitable<step_result> check_claim(agent::done what);

    /// From now on they are taken out of all that is told. A failure when they are not read.
    boost::asio::awaitable<result<agent_dependencies::secrets_by_name>> read_secrets();

    using bindings = decltype(agent::circumstances::secrets);
    static bool types_secret(const agent::act& what);
    boost::asio::awaitable<std::expected<bindings, std::string>>
    bindings_for(const agent::act& what);

    boost::asio::awaitable<void> learn_secrets();
    boost::asio::awaitable<std::expected<link::action, std::string>>
    with_secrets(link::action what);

    void fail(sessions::fault what, std::string_view why);
    void fail(const failure& why);

    const agent_dependencies& with_;
    live_session& session_;
    agent_phone hand_;
    const shared_agent_state& in_;
    std::shared_ptr<agent::secret_values> hidden_;

    std::string instructions_; // the same in every turn
    agent::history history_;
    agent::progress_guard guard_;
    std::vector<std::string> agreed_apps_;
    std::set<agent::secret_in_app> agreed_secrets_;
    std::vector<std::string> secret_names_;
    std::vector<std::string> unheard_; // the user has said it while something else was asked

    observation_ptr shown_;  // to the model: its coordinates are of this
    observation_ptr latest_; // of the screen; nullptr when it may be another one by now
    bool at_rest_ = false;   // the latest was seen to have settled
    std::uint64_t acts_before_latest_ = 0; // of others, when the latest was asked for
    turn_times times_;
    bool cost_known_ = true;
    unsigned without_tool_ = 0;   // replies in a row
    unsigned without_sense_ = 0;  // replies in a row of whose uses none could be read
    unsigned refused_claims_ = 0; // of success
};

} // namespace thimble::service
