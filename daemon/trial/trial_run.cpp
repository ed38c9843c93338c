#include "daemon/trial/trial_run.hpp"

#include "async/sleep.hpp"
#include "daemon/control/control_answer.hpp"
#include "daemon/debug_forms/debug_action.hpp"
#include "daemon/trial/placed_action.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;
using nlohmann::ordered_json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

using seen_state = std::optional<link::phone_state>; // nothing: not attached

bool is_meant(const link::phone_state& phone, const std::optional<std::string>& by)
{
    return phone.attached && (!by || phone.udid == *by || phone.name == *by);
}

seen_state phone_in(const phones_seen& seen, const std::string& udid)
{
    const auto found = std::ranges::find_if(seen.phones, [&](const link::phone_state& each) {
        return each.attached && each.udid == udid;
    });
    return found != seen.phones.end() && !udid.empty() ? seen_state(*found) : std::nullopt;
}

std::string not_ready_because(const seen_state& phone)
{
    if (!phone)
        return "No phone is attached that is meant. Connect it, and run thimbled doctor if it is.";
    const auto& first = phone->blockers.front();
    return "The phone is not ready: " + first.message + " " + first.remedy;
}

bool is_locked(const seen_state& phone)
{
    return phone && std::ranges::any_of(phone->blockers, [](const link::blocker& each) {
               return each.code == "LOCKED";
           });
}

bool is_ready(const seen_state& phone)
{
    return phone && phone->blockers.empty();
}

control_answer not_sent(std::string_view code, std::string_view message)
{
    return error_answer(code, message, {{"outcome", "not_sent"}});
}

bool was_not_sent(const ordered_json& step)
{
    const auto context = step.find("context");
    return context != step.end() && context->is_object() &&
           text_in(*context, "outcome") == "not_sent";
}

} // namespace

trial_run::trial_run(trial_options options, trial_report& report, answers& person, std::ostream& to)
    : options_(std::move(options)), report_(report), person_(person), to_(to)
{
}

void trial_run::say(std::string_view what)
{
    to_ << what << std::endl; // NOLINT(performance-avoid-endl): seen at once
}

asio::awaitable<seen_state> trial_run::state(phone_view& view)
{
    const auto seen = co_await view.look();
    left_ = !seen;
    if (left_)
        co_return std::nullopt;
    co_return phone_in(*seen, udid_);
}

bool trial_run::choose(const phones_seen& seen, steady_clock::duration waited, phone_view& view)
{
    if (!udid_.empty())
        return true;
    const auto meant = [&](const link::phone_state& each) {
        return is_meant(each, options_.phone);
    };
    if (std::ranges::count_if(seen.phones, meant) > 1)
        return false;
    if (!options_.phone && waited < options_.survey)
        return true; // another one may be told of
    const auto found = std::ranges::find_if(seen.phones, meant);
    if (found != seen.phones.end()) {
        udid_ = found->udid;
        view.choose(udid_);
    }
    return true;
}

/// True once the phone that is meant is ready.
asio::awaitable<bool> trial_run::find(phone_view& view)
{
    const auto begun = steady_clock::now();
    bool told = false;
    for (;;) {
        const auto seen = co_await view.look();
        left_ = !seen;
        if (left_)
            co_return false;
        const auto waited = steady_clock::now() - begun;
        if (!choose(*seen, waited, view)) {
            say("Several phones are attached. Name one with --phone NAME, or --phone UDID.");
            co_return false;
        }
        const auto phone = phone_in(*seen, udid_);
        if (is_ready(phone))
            co_return true;
        if (waited > options_.attachment && waited >= options_.survey) {
            say(not_ready_because(phone));
            co_return false;
        }
        if (!std::exchange(told, true))
            say("Waiting for the phone to be ready…");
        co_await async::sleep_for(view.pause());
    }
}

asio::awaitable<word> trial_run::ask(std::string_view question, std::string_view choices)
{
    for (;;) {
        person_.drop_typed_ahead();
        to_ << question << ' ' << choices << ' ' << std::flush;
        const auto said = co_await person_.next();
        if (said != word::unknown)
            co_return said;
    }
}

asio::awaitable<trial_run::wish> trial_run::ask_for(const trial& what)
{
    if (!what.person.empty())
        say(fmt::format("  You:     {}", what.person));
    say(fmt::format("  Thimble: {}", what.thimble));
    switch (co_await ask("  Try it?", "[y]es, [n]o, [q]uit:")) {
    case word::yes:
        co_return wish::try_it;
    case word::leave:
        co_return wish::leave;
    case word::no:
    case word::unsure:
    case word::unknown:
        break;
    }
    co_return wish::skip;
}

asio::awaitable<control_answer> trial_run::perform(std::string line, phone_view& view)
{
    const auto parsed = parse_debug_action(line);
    const auto* what = parsed ? std::get_if<phone_action>(&*parsed) : nullptr;
    if (what == nullptr)
        co_return not_sent("INVALID_ARGUMENT", "It is no action.");
    co_return co_await view.act(udid_, *what);
}

asio::awaitable<ordered_json> trial_run::act(std::string_view action, phone_view& view)
{
    auto line = placed(action, 0, 0);
    if (!line) {
        const auto phone = co_await state(view);
        const auto size = phone ? phone->screenshot_size : std::nullopt;
        line = size ? placed(action, size->width, size->height) : std::nullopt;
    }
    const auto answer = line ? co_await perform(*line, view)
                             : not_sent("PHONE_NOT_READY", "The screen's size is not known.");
    if (answer.failed())
        say(fmt::format("  {}: {} {}", action.substr(0, action.find(' ')),
                        text_in(answer.record, "error"), text_in(answer.record, "message")));
    co_return trial_step(action, answer);
}

template <class Condition>
asio::awaitable<std::optional<milliseconds>> trial_run::until(phone_view& view, Condition holds)
{
    const auto begun = steady_clock::now();
    for (;;) {
        const auto now = co_await state(view);
        if (left_)
            co_return std::nullopt;
        const auto taken = steady_clock::now() - begun;
        if (holds(now))
            co_return std::chrono::duration_cast<milliseconds>(taken);
        if (taken > options_.person_limit)
            co_return std::nullopt;
        co_await async::sleep_for(view.pause());
    }
}

asio::awaitable<ordered_json> trial_run::time_locking(phone_view& view)
{
    auto steps = ordered_json::array();
    say("  Lock the phone now, by its side button.");
    steps.push_back(trial_time("locked", co_await until(view, is_locked)));
    say("  Unlock it now.");
    steps.push_back(trial_time("ready", co_await until(view, is_ready)));
    co_return steps;
}

asio::awaitable<ordered_json> trial_run::time_replugging(phone_view& view)
{
    auto steps = ordered_json::array();
    say("  Pull the cable now.");
    steps.push_back(trial_time(
        "detached", co_await until(view, [](const seen_state& phone) { return !phone; })));
    say("  Plug it in again, and unlock the phone.");
    steps.push_back(trial_time("ready", co_await until(view, is_ready)));
    co_return steps;
}

asio::awaitable<ordered_json> trial_run::take(const trial& what, phone_view& view)
{
    if (what.what == trial::kind::locking)
        co_return co_await time_locking(view);
    if (what.what == trial::kind::replugging)
        co_return co_await time_replugging(view);
    auto steps = ordered_json::array();
    for (const auto action : what.actions) {
        if (action.empty())
            break;
        const auto so_far = std::exchange(to_put_back_, what.after); // it may reach the phone
        steps.push_back(co_await act(action, view));
        if (was_not_sent(steps.back()))
            to_put_back_ = so_far;
        if (!steps.back().at("error").is_null())
            break;
    }
    if (const auto after = std::exchange(to_put_back_, {}); !after.empty())
        steps.push_back(co_await act(after, view));
    co_return steps;
}

asio::awaitable<void> trial_run::put_back(phone_view& view)
{
    const auto after = std::exchange(to_put_back_, {});
    if (after.empty())
        co_return;
    say("\nLeaving the phone as it was…");
    co_await act(after, view);
}

bool trial_run::written()
{
    const auto done = report_.write();
    if (!done)
        say(done.error());
    return done.has_value();
}

/// The deed is in the file before anything is asked about it.
asio::awaitable<std::optional<trial_run::end>> trial_run::try_one(const trial& what,
                                                                  phone_view& view)
{
    report_.add(what, co_await take(what, view));
    if (!written())
        co_return end::not_written;
    co_await state(view);
    if (left_)
        co_return end::left;
    if (what.question.empty())
        co_return std::nullopt;
    const auto seen = co_await ask(fmt::format("  {}", what.question), "[y]es, [n]o, [?] unsure:");
    report_.set_answer(seen);
    wanted_ = seen != word::leave;
    co_return written() ? std::nullopt : std::optional(end::not_written);
}

asio::awaitable<trial_run::end> trial_run::go(phone_view& view)
{
    if (!co_await find(view))
        co_return left_ ? end::left : end::no_phone;
    if (const auto phone = co_await state(view))
        report_.set_phone(*phone);
    const auto trials = all_trials();
    for (std::size_t index = 0; index < trials.size(); ++index) {
        const auto& each = trials[index];
        auto wished = wish::leave;
        if (wanted_) {
            say(fmt::format("\n{} of {}: {}", index + 1, trials.size(), each.point));
            wished = co_await ask_for(each);
        }
        wanted_ = wished != wish::leave;
        if (wished != wish::try_it)
            report_.add_skipped(each);
        else if (const auto ended = co_await try_one(each, view))
            co_return *ended;
    }
    co_return written() ? end::done : end::not_written;
}

} // namespace thimble::daemon
