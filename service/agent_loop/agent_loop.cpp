// The turns of a session; what is done in one stands in run_steps.cpp.
#include "service/agent_loop/agent_loop.hpp"

#include "service/agent/budget.hpp"
#include "service/agent/instructions.hpp"

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

constexpr std::string_view nudge_words =
    "That was no tool. Go on with one, or use done to end the task.";

/// The same moment on the other clock.
steady_clock::time_point steady(sessions::moment when)
{
    return steady_clock::now() + (when - sessions::moment::clock::now());
}

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

agent::spending spending_of(const sessions::facts& known, bool cost_known)
{
    return {.turns = static_cast<int>(known.turns),
            .micro_dollars = known.cost(),
            .cost_known = cost_known,
            .time = known.lasted(sessions::moment::clock::now())};
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

asio::awaitable<void> agent_loop::work()
{
    co_await learn_secrets();
    session_.begin();
    ask_if_interrupted();
    while (co_await session_.until_it_runs()) {
        session_.heed();
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
    const auto why = agent::used_up(budget_of(known.asked), spending_of(known, cost_known_));
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

/// Whether the screen still is what the latest picture shows.
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
    session_.note(event_type::screenshot, screenshot_data(*shown_));
    const auto size = shown_->space().size;
    history_.add_from_user({agent::caption(size), shown_->picture()});
    if (instructions_.empty())
        instructions_ = agent::instructions({.screen = size, .secrets = secret_names_});
    co_return true;
}

/// A phone that is away is waited for. nullptr when the turn is over.
asio::awaitable<observation_ptr> agent_loop::look_until_seen()
{
    const auto timeout = steady_clock::now() + with_.limits.phone_absence;
    for (;;) {
        const auto asked = steady_clock::now();
        acts_before_latest_ = session_.acts_of_others();
        auto seen = co_await hand_.look();
        if (session_.is_called_off())
            co_return nullptr;
        if (seen) {
            times_.looked(asked);
            co_return std::move(*seen);
        }
        if (steady_clock::now() >= timeout) {
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
    const auto deadline = steady(session_.value().deadline()) + std::chrono::seconds(5);
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

/// What the model wanted after a step that has failed, or that it was interrupted in: everybody can
/// read that it was not done.
void agent_loop::drop_open_uses()
{
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

} // namespace thimble::service
