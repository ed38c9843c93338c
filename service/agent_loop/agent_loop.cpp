// The turns of an agent, from the first look to the end: budgets and messages of the user, a
// look at the phone, the reply of the model, its steps one by one, and the check of a claim of
// success. Objections to a step, and secrets, have files of their own beside this one.
#include "service/agent_loop/agent_loop.hpp"

#include "async/sleep.hpp"
#include "service/agent/budget.hpp"
#include "service/agent/instructions.hpp"
#include "service/agent/second_look.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>
#include <ranges>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::event_type;
using sessions::fault;
using std::chrono::steady_clock;

namespace {

constexpr unsigned most_without_tool = 2;
constexpr unsigned most_without_sense = 5;
constexpr int most_dropped_uses = 20; // of a reply, that are told as such
constexpr unsigned most_refused_claims = 2;
constexpr std::size_t longest_result = 32'768; // bytes of what the model is told

constexpr std::string_view nudge_words =
    "That was no tool. Go on with one, or use done to end the task.";

agent::budget budget_of(const sessions::order& asked)
{
    return {.turns = static_cast<int>(asked.max_turns),
            .micro_dollars = asked.max_cost,
            .time = asked.timeout};
}

/// With what its user can do about it, where that is theirs to do.
std::string words_for_user(const models::model_failure& why)
{
    if (why.kind != models::failure_kind::too_long)
        return why.message;
    return why.message + (why.message.ends_with('.') ? "" : ".") +
           " The model cannot read all that the session has seen: give it a smaller task, fewer "
           "turns, or a model that takes more.";
}

agent::spending spending_of(const live_session& session, bool cost_known)
{
    const auto& known = session.known();
    return {.turns = static_cast<int>(known.turns),
            .micro_dollars = known.cost(),
            .cost_known = cost_known,
            .time = known.lasted(session.now())};
}

asio::awaitable<bool> after(std::chrono::milliseconds how_long)
{
    co_await async::sleep_for(how_long);
    co_return true;
}

} // namespace

agent_loop::agent_loop(const agent_dependencies& with,
                       live_session& session,
                       phone_ptr phone,
                       shared_agent_state& in,
                       std::shared_ptr<agent::secret_values> hidden)
    : with_(with), session_(session), hand_(with, session, std::move(phone), in), in_(in),
      hidden_(std::move(hidden)), times_(with.meter, session.id(), with.log)
{
    history_.add_from_user({session.known().asked.instruction});
}

asio::awaitable<void> agent_loop::work(std::optional<left_session> before)
{
    co_await learn_secrets();
    session_.begin();
    if (before)
        co_await go_on_from(std::move(*before));
    ask_if_interrupted();
    while (co_await session_.until_it_runs()) {
        session_.heed();
        if (co_await until_leased())
            co_await take_turn();
        ask_if_interrupted();
    }
}

asio::awaitable<void> agent_loop::take_turn()
{
    if (!may_begin_turn())
        co_return;
    session_.begin_turn();
    hear_user();
    if (!co_await see() || is_held())
        co_return;
    const auto reply = co_await think();
    if (!reply)
        co_return;
    take_reply(*reply);
    co_await carry_out_uses();
}

/// In a pause, after which the screen may be another one, or at the end.
bool agent_loop::is_held() const
{
    return session_.known().now != sessions::status::running;
}

bool agent_loop::may_begin_turn()
{
    const auto& known = session_.known();
    const auto why = agent::used_up(budget_of(known.asked), spending_of(session_, cost_known_));
    if (why)
        fail(*why);
    return !why;
}

void agent_loop::hear_user()
{
    auto said = std::exchange(unheard_, {});
    std::ranges::move(session_.take_messages(), std::back_inserter(said));
    if (said.empty())
        return;
    guard_.begin_anew();
    for (auto& each : said)
        history_.add_from_user({"The user says: " + std::move(each)});
}

/// True while the screen is what the latest picture shows.
bool agent_loop::is_latest_fresh() const
{
    return latest_ && at_rest_ && acts_before_latest_ == session_.acts_of_others() &&
           steady_clock::now() - latest_->came_at() < with_.limits.picture_freshness;
}

/// Shows the model the screen as it is now. False when the turn is over.
asio::awaitable<bool> agent_loop::see()
{
    shown_ = is_latest_fresh() ? latest_ : co_await look_until_seen();
    latest_ = shown_;
    if (shown_ == nullptr)
        co_return false;
    tell_look(*shown_);
    const auto size = shown_->space().size;
    history_.add_from_user({agent::caption(size), shown_->picture()});
    if (instructions_.empty())
        instructions_ = agent::instructions({.screen = size, .secrets = secret_names_});
    co_return true;
}

/// Pictures that a model is shown are kept as long as the session.
void agent_loop::tell_look(const observation& what)
{
    session_.note(event_type::screenshot, screenshot_data(what, session_.id()));
    if (with_.keep_picture)
        with_.keep_picture(session_.known(), what.job_id(), what.picture().data);
}

/// A phone that is away is waited for; while this node may not ask it, nobody knows whether it is.
/// nullptr when the turn is over.
asio::awaitable<observation_ptr> agent_loop::look_until_seen()
{
    auto timeout = steady_clock::now() + with_.limits.phone_absence;
    for (;;) {
        if (!is_leased()) {
            if (!co_await until_leased())
                co_return nullptr;
            timeout = steady_clock::now() + with_.limits.phone_absence;
        }
        const auto asked = steady_clock::now();
        acts_before_latest_ = session_.acts_of_others();
        auto seen = co_await hand_.look();
        if (session_.is_called_off())
            co_return nullptr;
        if (seen) {
            times_.looked(asked);
            co_return std::move(*seen);
        }
        if (is_leased() && steady_clock::now() >= timeout) {
            fail(seen.error());
            co_return nullptr;
        }
        co_await rest(with_.limits.phone_poll);
    }
}

asio::awaitable<std::optional<models::reply>> agent_loop::think()
{
    if (history_.bytes() > with_.limits.history_bytes) {
        fail(fault::model_failed, "The session has become too long for any model: give it a "
                                  "smaller task, or fewer turns.");
        co_return std::nullopt;
    }
    models::prompt what{.model = session_.known().asked.model,
                        .system = instructions_,
                        .tools = in_.offered,
                        .messages = history_.messages(),
                        .stable_messages = history_.stable_messages()};
    const auto asked = steady_clock::now();
    auto reply = co_await ask_model(std::move(what));
    if (reply)
        times_.replied(shown_->came_at(), asked, reply->written);
    co_return reply;
}

/// Nothing when the turn is over.
asio::awaitable<std::optional<models::reply>> agent_loop::ask_model(models::prompt what)
{
    const auto model = what.model;
    // The session ends itself when its time is over; this is for the case that it does not.
    const auto left = session_.value().deadline() - session_.now();
    const auto deadline = steady_clock::now() + left + std::chrono::seconds(5);
    auto answer = co_await session_.unless_called_off(
        with_.model->ask(std::move(what), {}, deadline, spending_on(model)));
    if (!answer)
        co_return std::nullopt;
    if (!*answer) {
        fail(fault::model_failed, words_for_user(answer->error()));
        co_return std::nullopt;
    }
    cost_known_ = cost_known_ && with_.model->cost_of(model, (*answer)->usage).known;
    co_return std::move(**answer);
}

/// Spends what one prompt costs as soon as the provider tells it: a session that is stopped has it
/// on its bill, too.
models::usage_listener agent_loop::spending_on(std::string model)
{
    return [this, model = std::move(model),
            spent = std::int64_t{0}](const models::token_usage& so_far) mutable {
        const auto cost = with_.model->cost_of(model, so_far).micro_dollars;
        if (cost <= spent)
            return;
        session_.spend(cost - spent);
        spent = cost;
    };
}

void agent_loop::take_reply(const models::reply& what)
{
    if (auto thought = what.thinking(); !thought.empty())
        session_.note(event_type::thinking, {{"text", std::move(thought)}});
    if (auto said = what.text(); !said.empty())
        session_.note(event_type::text, {{"text", std::move(said)}});
    history_.add_reply(what.parts);
}

asio::awaitable<void> agent_loop::carry_out_uses()
{
    const auto uses = history_.open_uses(); // in order; each is answered meanwhile
    if (uses.empty())
        co_return nudge();
    without_tool_ = 0;
    const auto senseless = ++without_sense_; // a step that makes sense resets it
    for (const auto& each : uses)
        if (!co_await carry_out(each))
            break;
    drop_open_uses();
    if (without_sense_ == senseless && senseless >= most_without_sense)
        fail(fault::model_failed, "The model gives no reply that makes sense.");
}

/// Uses of tools after a step that has failed, or that was interrupted: everybody can read that it
/// was not done.
void agent_loop::drop_open_uses()
{
    if (session_.is_leaving()) // the next node asks the model anew
        return;
    const auto open = history_.open_uses(); // answering closes them
    for (const auto& each : open | std::views::take(most_dropped_uses)) {
        session_.note(event_type::tool_use, use_data(each));
        answer(each, step_not_begun());
    }
}

/// A text alone neither does anything nor ends the task.
void agent_loop::nudge()
{
    latest_.reset();
    if (++without_tool_ >= most_without_tool)
        return fail(fault::model_failed, "The model gives no reply that makes sense: it uses no "
                                         "tool.");
    history_.add_from_user({std::string(nudge_words)});
}

void agent_loop::ask_if_interrupted()
{
    const auto& known = session_.known();
    if (known.now == sessions::status::waiting_for_user && !known.waiting_for)
        session_.ask("You have interrupted me. How shall I go on?");
}

void agent_loop::fail(fault what, std::string_view why)
{
    session_.end(sessions::failed(what, why));
}

void agent_loop::fail(const failure& why)
{
    session_.end(sessions::failed(why.code, why.message));
}

// The steps of a turn: one for each tool that the model uses.

asio::awaitable<bool> agent_loop::carry_out(models::tool_use use)
{
    session_.note(event_type::tool_use, use_data(use));
    auto read = in_.tools.read(use.name, use.arguments, shown_->space().size);
    if (!read) {
        answer(use, step_failed(std::move(read.error())));
        co_return true;
    }
    without_sense_ = 0;
    auto what = agent::with_bundle_id(std::move(*read), co_await apps());
    auto against = co_await hold(std::holds_alternative<link::action>(what));
    if (!against)
        against = co_await objection(what);
    if (!against)
        against = co_await obstacle(what);
    if (against) { // the rest was meant for a screen that does not come
        answer(use, std::move(*against));
        co_return false;
    }
    const bool asks = std::holds_alternative<agent::ask_user>(what);
    auto came = co_await take_step(std::move(what));
    const bool failed = came.failed;
    answer(use, std::move(came));
    co_return !failed && !asks && !session_.is_called_off();
}

/// Tells the model, and everybody else, of a step.
void agent_loop::answer(const models::tool_use& use, step_result what)
{
    if (session_.is_leaving() && !what.more.contains("job_id"))
        return; // nothing has come of it here
    if (!what.without_secrets)
        what.text = sessions::filtered_beginning(
            std::move(what.text),
            [this](const std::string& text) { return hidden_->without_secrets(text); },
            longest_result);
    session_.note(event_type::tool_result, result_data(use, what));
    history_.add_result({.id = use.id, .text = std::move(what.text), .failed = what.failed});
}

asio::awaitable<step_result> agent_loop::take_step(agent::act what)
{
    if (const auto* pause = std::get_if<agent::wait>(&what))
        co_return co_await rest(pause->duration);
    if (auto* question = std::get_if<agent::ask_user>(&what))
        co_return co_await ask_user(std::move(question->question));
    if (auto* claim = std::get_if<agent::done>(&what))
        co_return co_await check_claim(std::move(*claim));
    if (agent::find_action<link::elements>(what) != nullptr)
        co_return co_await list_elements(std::get<link::action>(std::move(what)));
    co_return co_await use_phone(std::get<link::action>(std::move(what)));
}

asio::awaitable<step_result> agent_loop::use_phone(link::action what)
{
    const agent::act judged = what;
    auto filled = co_await with_secrets(std::move(what));
    if (!filled)
        co_return step_failed(std::move(filled.error()));
    if (auto against = co_await hold_judged(judged)) // since the secrets were asked for
        co_return std::move(*against);
    latest_.reset();
    acts_before_latest_ = session_.acts_of_others();
    auto done = co_await hand_.act(std::move(*filled), *shown_);
    if (!done)
        co_return step_refused(done.error());
    times_.acted(done->sent_at);
    const auto& work = *done->work;
    const auto& receipt = work.has_result() ? work.result().receipt : std::nullopt;
    at_rest_ = receipt && receipt->frame && receipt->frame->settled;
    latest_ = std::move(done->shown);
    co_return step_of(work);
}

asio::awaitable<step_result> agent_loop::list_elements(link::action what)
{
    const auto value = co_await hand_.read(std::move(what));
    if (!value)
        co_return step_refused(value.error());
    auto out = step_done(words_of_elements(
        *value, [this](const std::string& text) { return hidden_->without_secrets(text); }));
    out.without_secrets = true; // its numbers are places, and no part of a secret
    co_return out;
}

asio::awaitable<step_result> agent_loop::rest(std::chrono::milliseconds how_long)
{
    latest_.reset();
    const bool over = (co_await session_.unless_called_off(after(how_long))).has_value();
    co_return over ? step_done("The time is over.") : step_failed("The wait was broken off.");
}

asio::awaitable<step_result> agent_loop::ask_user(std::string question)
{
    const auto said = co_await hear_answer(std::move(question));
    if (said.empty())
        co_return step_failed("There was no answer.");
    co_return step_done("The user answers: " + words_of_user(said));
}

/// Words of the user to it; nothing when the session has ended.
asio::awaitable<std::vector<std::string>> agent_loop::hear_answer(std::string question)
{
    // A message from before is no answer to this: it is heard at the next turn.
    std::ranges::move(session_.take_messages(), std::back_inserter(unheard_));
    session_.ask(question);
    times_.waited_for_user();
    latest_.reset();
    co_await session_.until_it_runs();
    guard_.begin_anew();
    co_return session_.take_messages();
}

asio::awaitable<step_result> agent_loop::check_claim(agent::done what)
{
    if (has_unheard())
        co_return step_failed(std::string(unheard_words));
    if (!what.success) {
        auto end = sessions::failed(fault::stuck, "The agent sees no way to do the task.");
        end.result = std::move(what.summary);
        session_.end(end);
        co_return step_done("The session has ended.");
    }
    latest_.reset();
    auto seen = co_await look_until_seen();
    while (seen != nullptr && is_held()) {
        if (auto against = co_await hold(false))
            co_return std::move(*against);
        seen = co_await look_until_seen();
    }
    if (seen == nullptr)
        co_return step_failed("The check was broken off.");
    tell_look(*seen);
    auto asked =
        agent::second_look(session_.known().asked.instruction, what.summary, seen->picture());
    asked.model = session_.known().asked.model;
    const auto reply = co_await ask_model(std::move(asked));
    if (!reply)
        co_return step_failed("The check was broken off.");
    const auto found = agent::read_verdict(reply->text())
                           .value_or(agent::verdict{.reason = "The check gave no clear answer."});
    session_.note(event_type::verdict, {{"reached", found.reached}, {"reason", found.reason}});
    if (has_unheard())
        co_return step_failed(std::string(unheard_words));
    if (found.reached) {
        session_.end(sessions::completed(std::move(what.summary)));
        co_return step_done("The session has ended.");
    }
    if (++refused_claims_ >= most_refused_claims) {
        auto end = sessions::failed(fault::unverified, found.reason);
        end.result = std::move(what.summary);
        session_.end(end);
    }
    co_return step_failed("Somebody has looked, and finds the task not done: " + found.reason);
}

} // namespace thimble::service
