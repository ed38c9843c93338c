// Objections to a step: rules, the user, a screen that has changed, a pause, no progress.
#include "service/agent/consent.hpp"
#include "service/agent_loop/agent_loop.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using sessions::fault;

namespace {

constexpr int most_looks = 3;
constexpr std::string_view other_app_words =
    "While the user was asked, another app has come to the front. Nothing was done.";

/// Waiting changes nothing by itself, and may take many tries.
bool may_be_repeated(const agent::act& what)
{
    return std::holds_alternative<agent::wait>(what);
}

} // namespace

asio::awaitable<std::optional<step_result>> agent_loop::objection(const agent::act& what)
{
    std::optional<ground> asked;
    for (bool agreed = false;;) {
        auto now = co_await circumstances(what);
        if (session_.is_called_off())
            co_return step_not_begun();
        if (!now)
            co_return step_failed(std::move(now.error()));
        if (asked && agent::is_for_front_app(what) && now->front_app != asked->front_app)
            co_return step_not_sent(std::string(other_app_words));
        now->agreed_to_act = agreed;
        const auto ruling = agent::judge(what, with_.rules, *now);
        if (ruling.what == agent::judgement::allowed)
            co_return asked ? co_await change_since(*asked, what) : std::nullopt;
        if (ruling.what == agent::judgement::refused)
            co_return co_await refusal(what, ruling.words);
        if (!asked && !(asked = co_await ground_of(what, now->front_app)))
            co_return step_not_begun();
        if (auto against = co_await consent(ruling))
            co_return against;
        note_consent(ruling, now->front_app);
        // There may be more to agree to.
        agreed = agreed || ruling.app.empty();
    }
}

void agent_loop::note_consent(const agent::ruling& to, const std::string& front_app)
{
    if (!to.app.empty())
        agreed_apps_.push_back(to.app);
    if (!front_app.empty())
        for (const auto& each : to.secrets)
            agreed_secrets_.emplace(each, front_app);
}

/// Of a touch, the screen that its place belongs to; else the one that is there now. Nothing where
/// the turn is over.
asio::awaitable<std::optional<agent_loop::ground>> agent_loop::ground_of(const agent::act& what,
                                                                         std::string front_app)
{
    if (!agent::is_for_front_app(what))
        co_return ground{};
    auto about = shown_;
    if (!link::has_coordinates(std::get<link::action>(what)))
        about = latest_ = co_await look_until_seen();
    if (about == nullptr)
        co_return std::nullopt;
    co_return ground{.front_app = std::move(front_app), .screen = co_await about->mark()};
}

/// An act that was agreed to on one screen is not done on another.
asio::awaitable<std::optional<step_result>> agent_loop::change_since(const ground& asked,
                                                                     const agent::act& what)
{
    if (!agent::is_for_front_app(what) || co_await still_shows(asked.screen))
        co_return std::nullopt;
    if (session_.is_called_off())
        co_return step_not_begun();
    co_return step_not_sent("While the user was asked, the screen has changed. Nothing was done.");
}

/// Looks more than once: the cursor of a text field blinks.
asio::awaitable<bool> agent_loop::still_shows(agent::screen_mark before)
{
    for (int look = 0; look < most_looks; ++look) {
        if (look > 0)
            co_await rest(with_.limits.phone_poll);
        latest_ = co_await look_until_seen();
        if (latest_ == nullptr)
            co_return false;
        if ((co_await latest_->mark()).is_same_page_as(before))
            co_return true;
    }
    co_return false;
}

/// Of the phone, which is asked only where it matters what an app is called.
asio::awaitable<std::vector<listed_app>> agent_loop::apps()
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

asio::awaitable<std::expected<agent::circumstances, std::string>>
agent_loop::circumstances(const agent::act& what)
{
    auto bound = co_await bindings_for(what);
    if (!bound)
        co_return std::unexpected(std::move(bound.error()));
    agent::circumstances now{.apps = co_await apps(),
                             .agreed_apps = agreed_apps_,
                             .secrets = std::move(*bound),
                             .agreed_secrets = agreed_secrets_};
    const bool matters = with_.rules.about_apps() || !with_.rules.confirmed_tools.empty();
    if (matters || types_secret(what))
        now.front_app = co_await front_app();
    co_return now;
}

/// The bundle id; empty where the phone does not say.
asio::awaitable<std::string> agent_loop::front_app()
{
    if (const auto front = co_await hand_.read(link::front_app{}))
        if (const auto id = front->find("bundle_id"); id != front->end() && id->is_string())
            co_return id->get<std::string>();
    co_return std::string();
}

/// Asks the user. Nothing where the answer is a plain yes.
asio::awaitable<std::optional<step_result>> agent_loop::consent(const agent::ruling& to)
{
    const auto said = co_await hear_answer(to.words);
    if (!said.empty() && std::ranges::all_of(said, agent::is_consent))
        co_return std::nullopt;
    if (said.empty())
        co_return step_failed("The user has not agreed. Nothing was done.");
    co_return step_failed("The user was asked: " + to.words +
                          "\nThe answer: " + words_of_user(said) + "\nNothing was done.");
}

asio::awaitable<std::optional<step_result>> agent_loop::hold(bool on_phone)
{
    while (is_held())
        if (auto against = co_await wait_for_resume(on_phone))
            co_return against;
    co_return std::nullopt;
}

/// An act on the phone was decided on the screen that was there: it is done on no other one.
asio::awaitable<std::optional<step_result>> agent_loop::wait_for_resume(bool on_phone)
{
    if (session_.known().now != sessions::status::paused)
        co_return step_not_begun();
    const auto before = co_await (latest_ ? latest_ : shown_)->mark();
    times_.waited_for_user();
    const auto runs = co_await session_.unless_called_off(session_.until_it_runs());
    if (!runs.value_or(false))
        co_return step_not_begun();
    if (has_unheard())
        co_return step_not_sent(std::string(unheard_words));
    if (!on_phone || co_await still_shows(before))
        co_return std::nullopt;
    if (session_.is_called_off())
        co_return step_not_begun();
    co_return step_not_sent("While the session was paused, the screen has changed. Nothing was "
                            "done.");
}

/// The same after the act was judged: in a pause another app may have come to the front.
asio::awaitable<std::optional<step_result>> agent_loop::hold_judged(const agent::act& what)
{
    while (is_held()) {
        if (auto against = co_await hold(std::holds_alternative<link::action>(what)))
            co_return against;
        if (auto against = co_await objection(what))
            co_return against;
    }
    co_return std::nullopt;
}

/// Why an act that is allowed is not begun: a pause, or it gets nowhere.
asio::awaitable<std::optional<step_result>> agent_loop::obstacle(const agent::act& what)
{
    const bool counts = !may_be_repeated(what);
    auto before = counts ? co_await mark_before_act() : agent::screen_mark();
    if (auto against = co_await hold_judged(what))
        co_return against;
    co_return counts ? repetition(guard_.add(what, std::move(before))) : std::nullopt;
}

/// Of the screen as it is now: after a wait it may be another one than the turn has begun with.
asio::awaitable<agent::screen_mark> agent_loop::mark_before_act()
{
    if (latest_)
        co_return co_await latest_->mark();
    const auto seen = co_await hand_.look();
    if (!seen)
        co_return agent::screen_mark();
    co_return co_await (*seen)->mark();
}

/// Words for the model, once; then the session ends.
std::optional<step_result> agent_loop::repetition(agent::progress what)
{
    if (what == agent::progress::fine)
        return std::nullopt;
    if (what == agent::progress::stuck)
        fail(fault::stuck, "The agent does the same again and again, and the screen stays as it "
                           "is.");
    return step_failed(std::string(agent::repeated_words));
}

/// An agent that wants a refused act again and again gets nowhere, too.
asio::awaitable<step_result> agent_loop::refusal(const agent::act& what, std::string words)
{
    auto repeated = repetition(guard_.add(what, co_await mark_before_act()));
    co_return repeated ? std::move(*repeated) : step_failed(std::move(words));
}

} // namespace thimble::service
