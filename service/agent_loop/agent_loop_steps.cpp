// The steps of a turn: what is done for each tool that the model uses.
#include "service/agent/second_look.hpp"
#include "service/agent_loop/agent_loop.hpp"

#include <boost/asio/steady_timer.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <iterator>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::event_type;
using sessions::fault;

namespace {

constexpr unsigned most_refused_claims = 2;
constexpr std::size_t longest_result = 32'768; // bytes of what the model is told

asio::awaitable<bool> after(std::chrono::milliseconds how_long)
{
    asio::steady_timer clock(co_await asio::this_coro::executor, how_long);
    co_await clock.async_wait(asio::use_awaitable);
    co_return true;
}

} // namespace

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

/// What the model reads of a step, and everybody else.
void agent_loop::answer(const models::tool_use& use, step_result what)
{
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

/// What the user says to it; nothing when the session has ended.
asio::awaitable<std::vector<std::string>> agent_loop::hear_answer(std::string question)
{
    // What was said before is no answer to this: it is heard at the next turn.
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
    session_.note(event_type::screenshot, screenshot_data(*seen));
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
