// What is against a step: rules, the user, a screen that has changed, a pause, no progress.
#include "service/agent/consent.hpp"
#include "service/runs/run.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::fault;

namespace {

/// Waiting changes nothing by itself, and may take many tries.
bool may_be_repeated(const agent::act& what)
{
    return std::holds_alternative<agent::wait>(what);
}

} // namespace

asio::awaitable<std::optional<step_result>> run::objection(const agent::act& what)
{
    bool asked = false;
    for (bool agreed = false;;) {
        auto now = co_await circumstances();
        now.agreed_to_act = agreed;
        const auto ruling = agent::judge(what, with_.rules, now);
        if (session_.is_called_off())
            co_return step_not_begun();
        if (ruling.what == agent::judgement::allowed)
            co_return asked ? co_await change_meanwhile(what) : std::nullopt;
        if (ruling.what == agent::judgement::refused)
            co_return co_await refusal(what, ruling.words);
        if (auto against = co_await consent(ruling))
            co_return against;
        asked = true;
        // There may be more to agree to; and meanwhile another app may have come to the front.
        if (ruling.app.empty())
            agreed = true;
        else
            agreed_apps_.push_back(ruling.app);
    }
}

/// What was agreed to on one screen is not done on another.
asio::awaitable<std::optional<step_result>> run::change_meanwhile(const agent::act& what)
{
    const auto* action = std::get_if<link::action>(&what);
    if (action == nullptr || !link::has_coordinates(*action))
        co_return std::nullopt;
    latest_ = co_await look_until_seen();
    if (latest_ == nullptr)
        co_return step_not_begun();
    const auto was = co_await shown_->mark();
    const auto is = co_await latest_->mark();
    if (is.looks_like(was))
        co_return std::nullopt;
    co_return step_failed("While the user was asked, the screen has changed. Nothing was done.");
}

/// Of the phone, which is asked only where it matters what an app is called.
asio::awaitable<std::vector<listed_app>> run::apps()
{
    auto known = hand_.apps();
    const bool matter = with_.rules.about_apps() || !with_.rules.confirmed_tools.empty();
    if (!known.empty() || !matter)
        co_return known;
    if (const auto listed = co_await hand_.read(link::list_apps{}))
        if (const auto apps = listed->find("apps"); apps != listed->end())
            known = read_apps(*apps);
    co_return known;
}

/// The phone is asked only where it matters.
asio::awaitable<agent::circumstances> run::circumstances()
{
    agent::circumstances now{.apps = co_await apps(), .agreed_apps = agreed_apps_};
    if (!with_.rules.about_apps())
        co_return now;
    if (const auto front = co_await hand_.read(link::front_app{}))
        if (const auto id = front->find("bundle_id"); id != front->end() && id->is_string())
            now.front_app = id->get<std::string>();
    co_return now;
}

/// Asks the user. Nothing where the answer is a plain yes.
asio::awaitable<std::optional<step_result>> run::consent(const agent::ruling& to)
{
    const auto said = co_await hear_answer(to.words);
    if (!said.empty() && std::ranges::all_of(said, agent::is_consent))
        co_return std::nullopt;
    if (said.empty())
        co_return step_failed("The user has not agreed. Nothing was done.");
    co_return step_failed("The user was asked: " + to.words +
                          "\nThe answer: " + words_of_user(said) + "\nNothing was done.");
}

/// Why an act that is allowed is not begun: the session is held by now, or it gets nowhere.
asio::awaitable<std::optional<step_result>> run::obstacle(const agent::act& what)
{
    const bool counts = !may_be_repeated(what);
    auto before = counts ? co_await mark_before_act() : agent::screen_mark();
    if (is_held())
        co_return step_not_begun();
    co_return counts ? repetition(guard_.add(what, std::move(before))) : std::nullopt;
}

/// Of the screen as it is now: after a wait it may be another one than the turn has begun with.
asio::awaitable<agent::screen_mark> run::mark_before_act()
{
    if (latest_)
        co_return co_await latest_->mark();
    const auto seen = co_await hand_.look();
    if (!seen)
        co_return agent::screen_mark();
    co_return co_await (*seen)->mark();
}

/// What the model is told, once; then the session ends.
std::optional<step_result> run::repetition(agent::progress what)
{
    if (what == agent::progress::fine)
        return std::nullopt;
    if (what == agent::progress::stuck)
        fail(fault::stuck, "The agent does the same again and again, and the screen stays as it "
                           "is.");
    return step_failed(std::string(agent::repeated_words));
}

/// Whoever wants what is refused for ever gets nowhere, too.
asio::awaitable<step_result> run::refusal(const agent::act& what, std::string words)
{
    auto repeated = repetition(guard_.add(what, co_await mark_before_act()));
    co_return repeated ? std::move(*repeated) : step_failed(std::move(words));
}

} // namespace thimble::service
