#include "device/fleet/runner_keeper.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"

#include <utility>
#include <variant>

namespace thimble::device {
namespace {

using boost::asio::awaitable;
using wda::runner_state;

constexpr std::chrono::milliseconds stopping_limit{2'400};

/// Within that: a start that is under way comes to its end, or a runner would stay that nobody
/// ends.
constexpr std::chrono::milliseconds time_to_start{1'500};

failure ill_runner(std::string message, std::string cause)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = std::move(message),
            .cause = std::move(cause)};
}

/// testmanagerd is not there or wants no session; a runner without XCTest needs neither.
bool says_no_session(const failure& why)
{
    return why.cause == "connection_refused" || why.cause == "channel_closed" ||
           why.cause == "service_error";
}

/// The tunnel to the phone was lost, which says nothing of the runner; or the phone has ended the
/// session, where it does not tell why.
bool says_lost(const failure& why)
{
    return why.cause == "connection_closed" || why.cause == "connection_lost" ||
           why.cause == "tunnel_lost" || why.cause == "tunnel_closed";
}

bool has_come_up(runner_state state)
{
    return state == runner_state::answering || state == runner_state::too_old;
}

} // namespace

runner_keeper::runner_keeper(runner_keeper_options options)
    : options_(std::move(options)), changed_(options_.home), restarts_(options_.restarts)
{
}

awaitable<void> runner_keeper::live()
{
    for (;;) {
        const auto seen = options_.look();
        note_state(seen.state);
        if (run_)
            co_await watch();
        else if (wants_start(seen))
            co_await choose_and_start(seen.installed);
        else
            co_await tick();
    }
}

/// Much may be another while it is found out which runner it is.
awaitable<void> runner_keeper::choose_and_start(std::vector<std::string> installed)
{
    if (options_.learn)
        co_await options_.learn(std::move(installed));
    const auto seen = options_.look();
    note_state(seen.state);
    if (!wants_start(seen))
        co_return;
    if (auto which = options_.ways->choose(options_.udid, seen.installed, seen.alone))
        co_await start_one(std::move(*which));
    else
        co_await tick();
}

awaitable<bool> runner_keeper::tick()
{
    return changed_.wait_for(options_.times.look);
}

void runner_keeper::note_state(runner_state state)
{
    const bool is_new = std::exchange(state_, state) != state;
    if (is_new)
        state_since_ = clock::now();
    if (run_ && !answered_ && has_come_up(state))
        take_answer();
    if (is_new && !run_ && has_come_up(state)) { // somebody else has started it
        seen_running_.reset();
        restarts_.answered();
        problem_.reset();
        options_.changed();
    }
}

void runner_keeper::see(runner_state state)
{
    if (run_)
        note_state(state);
}

bool runner_keeper::wants_start(const runner_sight& seen) const
{
    return !stopped_ && seen.may_start && seen.state == runner_state::refused &&
           state_lasts() >= options_.times.refused && restarts_.may_start(clock::now());
}

awaitable<bool> runner_keeper::until_stopped()
{
    while (!stopped_)
        co_await changed_.wait();
    co_return true;
}

awaitable<bool> runner_keeper::until_given_up()
{
    co_await until_stopped();
    co_await async::sleep_for(time_to_start);
    co_return true;
}

awaitable<void> runner_keeper::start_one(runner_choice which)
{
    struct under_way {
        runner_keeper& of;
        explicit under_way(runner_keeper& keeper) : of(keeper)
        {
            of.starting_ = true;
            of.options_.changed();
        }
        under_way(const under_way&) = delete;
        under_way& operator=(const under_way&) = delete;
        ~under_way()
        {
            of.starting_ = false;
            of.changed_.notify_all();
        }
    };
    choice_ = std::move(which);
    options_.log->info("phone {}: starting {} by {}", options_.udid, choice_.bundle_id,
                       to_string(choice_.way));
    answered_ = false;
    started_at_ = clock::now();
    runner_start_outcome outcome;
    bool given_up = false;
    {
        const under_way mark(*this);
        auto first = co_await async::race(options_.start(choice_, replaces()), until_given_up());
        if (auto* ended = std::get_if<0>(&first))
            outcome = std::move(*ended);
        given_up = stopped_ || first.index() == 1;
        if (given_up && outcome.run)
            co_await std::exchange(outcome.run, nullptr)->end(); // end() waits for this
    }
    if (given_up)
        co_return options_.changed();
    if (outcome.run) {
        run_ = std::move(outcome.run);
        seen_running_.reset();
        options_.look_soon();
    } else if (outcome.launched) {
        bury(outcome.why);
    } else {
        refuse(outcome.why);
    }
    options_.changed();
}

/// Nothing once the run is no longer the one that is kept.
awaitable<std::optional<failure>> runner_keeper::until_ill(std::shared_ptr<runner_run> run)
{
    for (;;) {
        co_await tick();
        if (run_ != run)
            co_return std::nullopt;
        const auto seen = options_.look();
        note_state(seen.state);
        if (auto why = illness(seen))
            co_return why;
    }
}

/// Its end is waited for once: a run takes its time to learn why it has ended.
awaitable<void> runner_keeper::watch()
{
    const auto run = run_; // which end() may take meanwhile
    const auto first = co_await async::race(run->until_ended(), until_ill(run));
    if (run_ != run)
        co_return;
    note_state(options_.look().state);
    if (const auto* why = std::get_if<0>(&first))
        co_return bury(*why);
    const auto& ill = std::get<1>(first);
    if (!ill)
        co_return;
    run_.reset();
    co_await run->end();
    bury(*ill);
}

void runner_keeper::take_answer()
{
    answered_ = true;
    lost_before_ = false;
    answered_at_ = clock::now();
    restarts_.answered();
    options_.ways->worked(options_.udid, choice_);
    problem_.reset();
    options_.log->info(
        "phone {}: {} answers {} ms after its start", options_.udid, choice_.bundle_id,
        std::chrono::duration_cast<std::chrono::milliseconds>(answered_at_ - started_at_).count());
    options_.changed();
}

/// A locked phone makes a runner silent that is well.
std::optional<failure> runner_keeper::illness(const runner_sight& seen) const
{
    if (seen.locked)
        return std::nullopt;
    const bool late = clock::now() - started_at_ >= options_.times.answer;
    const bool long_silent = state_lasts() >= options_.times.silent;
    if (seen.state == runner_state::automation_off && long_silent)
        return ill_runner("The runner runs and may do nothing.", "exit_41");
    if (!answered_)
        return late ? std::optional(ill_runner("The runner was started and does not answer.",
                                               "runner_silent"))
                    : std::nullopt;
    if (seen.state == runner_state::silent && long_silent)
        return ill_runner("The runner did not answer any more.", "runner_silent");
    if (seen.state == runner_state::refused && state_lasts() >= options_.times.gone)
        return ill_runner("The runner has ended.", "runner_ended");
    return std::nullopt;
}

/// Xcode's runner is left the time to come up; one that does not is ended.
bool runner_keeper::replaces() const
{
    return seen_running_ && clock::now() - *seen_running_ >= options_.times.other;
}

void runner_keeper::refuse(const failure& why)
{
    restarts_.refused(clock::now());
    if (why.cause == runner_runs) {
        seen_running_ = seen_running_.value_or(clock::now());
        return;
    }
    seen_running_.reset();
    if (why.cause == "launch_refused" || why.cause == "app_not_installed")
        options_.ways->refused(options_.udid, choice_);
    else if (choice_.way == start_way::test_session && says_no_session(why))
        options_.ways->failed(options_.udid, choice_);
    set_problem(why, true);
}

/// A start that failed is a death: something was seen of it on the phone.
void runner_keeper::bury(const failure& why)
{
    run_.reset();
    const auto now = clock::now();
    const auto obstacle = explain_start(why).what;
    restarts_.died(now, answered_ ? now - answered_at_ : clock::duration{},
                   !answered_ && needs_person(obstacle));
    const bool may_be_the_way = !says_lost(why) || std::exchange(lost_before_, true);
    if (!answered_ && obstacle == runner_obstacle::other && may_be_the_way)
        options_.ways->failed(options_.udid, choice_);
    set_problem(why, false);
    if (restarts_.given_up(now))
        options_.log->warn("phone {}: {} has ended too often; it is left alone for a while",
                           options_.udid, choice_.bundle_id);
    options_.look_soon();
    options_.changed();
}

void runner_keeper::set_problem(const failure& why, bool refused)
{
    auto found = explain_start(why);
    found.refused = refused;
    if (!problem_ || *problem_ != found)
        options_.log->warn("phone {}: {} does not run: {}", options_.udid, choice_.bundle_id,
                           why.message);
    problem_ = std::move(found);
}

awaitable<void> runner_keeper::end()
{
    stopped_ = true;
    changed_.notify_all();
    const auto deadline = clock::now() + stopping_limit;
    while (starting_ && clock::now() < deadline)
        co_await changed_.wait_for(options_.times.look);
    if (const auto run = std::exchange(run_, nullptr))
        co_await run->end();
    options_.changed();
}

bool runner_keeper::is_of_somebody_else() const
{
    const auto state = options_.look().state;
    return !run_ && !starting_ && state != runner_state::unknown && state != runner_state::refused;
}

awaitable<bool> runner_keeper::stop()
{
    if (!on_request_ && is_of_somebody_else())
        co_return false;
    on_request_ = true;
    options_.log->info("phone {}: its runner is stopped on request", options_.udid);
    co_await end();
    options_.look_soon();
    co_return true;
}

void runner_keeper::resume()
{
    if (on_request_)
        options_.log->info("phone {}: its runner is kept again", options_.udid);
    stopped_ = false;
    on_request_ = false;
    restarts_.forget();
    problem_.reset();
    changed_.notify_all();
    options_.changed();
}

void runner_keeper::hope()
{
    restarts_.hope();
    if (problem_ && problem_->what == runner_obstacle::locked)
        problem_.reset();
    changed_.notify_all();
}

void runner_keeper::drop()
{
    run_.reset();
}

runner_phase runner_keeper::phase() const
{
    if (starting_ || (run_ && !answered_))
        return runner_phase::starting;
    if (on_request_)
        return runner_phase::stopped;
    if (stopped_ || run_)
        return runner_phase::idle;
    if (restarts_.given_up(clock::now()))
        return runner_phase::given_up;
    return options_.look().may_start ? runner_phase::waiting : runner_phase::idle;
}

} // namespace thimble::device
