// A runner kept running: never two, started again when it dies, left alone where it is another's.
#include "async/sleep.hpp"
#include "device/fleet/runner_keeper.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using device::failure;
using device::runner_choice;
using device::runner_phase;
using device::runner_sight;
using device::runner_start_outcome;
using device::start_way;
using device::wda::runner_state;

constexpr auto limit = 60s; // of what comes at once on a quiet machine

failure refusal(std::string cause)
{
    return {
        .what = device::problem::refused, .message = "It would not.", .cause = std::move(cause)};
}

/// A run whose end the test decides.
class played_run final : public device::runner_run {
public:
    explicit played_run(const boost::asio::any_io_executor& home) : changed_(home) {}

    awaitable<failure> until_ended() override
    {
        while (!why_)
            co_await changed_.wait();
        co_await async::sleep_for(words_take);
        co_return *why_;
    }

    awaitable<void> end() override
    {
        was_ended = true;
        die(refusal("signal_9"));
        co_return;
    }

    void die(failure why)
    {
        why_ = std::move(why);
        changed_.notify_all();
    }

    bool was_ended = false;
    std::chrono::milliseconds words_take{0}; // in which it learns why it has ended

private:
    std::optional<failure> why_;
    async::signal changed_;
};

/// A phone with a runner that is installed and does not run, and a keeper with short times.
struct kept_runner {
    explicit kept_runner(std::chrono::milliseconds refused = 10ms) : keeper(options(refused))
    {
        boost::asio::co_spawn(
            context, keeper.live(),
            boost::asio::bind_cancellation_slot(
                stop.slot(), [this](const std::exception_ptr&) { ended = true; }));
    }
    kept_runner(const kept_runner&) = delete;
    kept_runner& operator=(const kept_runner&) = delete;

    ~kept_runner()
    {
        stop.emit(boost::asio::cancellation_type::terminal);
        CHECK(until([this] { return ended; }));
    }

    device::runner_keeper_options options(std::chrono::milliseconds refused)
    {
        return {.home = context.get_executor(),
                .udid = "0001",
                .ways = std::make_shared<device::runner_ways>(),
                .restarts = {.first_pause = 1ms, .longest_pause = 4ms},
                .look = [this] { return sight; },
                .learn = [this](std::vector<std::string> installed) { return learn(installed); },
                .start =
                    [this](runner_choice which, bool replace) {
                        replacements += replace ? 1 : 0;
                        return start(std::move(which));
                    },
                .changed = [] {},
                .look_soon = [] {},
                .log = std::make_shared<spdlog::logger>(
                    "test", std::make_shared<spdlog::sinks::null_sink_mt>()),
                .times = {.look = 2ms,
                          .refused = refused,
                          .answer = 10min,
                          .gone = 20ms,
                          .silent = 20ms,
                          .other = 100ms}};
    }

    awaitable<void> learn(std::vector<std::string> installed)
    {
        learns = true;
        co_await async::sleep_for(learning_takes);
        learnt = std::move(installed);
    }

    awaitable<runner_start_outcome> start(runner_choice which)
    {
        ++under_way;
        CHECK(under_way == 1);
        choices.push_back(std::move(which));
        co_await async::sleep_for(start_takes);
        --under_way;
        if (next_failure) {
            auto why = *next_failure;
            co_return runner_start_outcome{.why = why, .launched = launches_all_the_same};
        }
        runs.push_back(std::make_shared<played_run>(context.get_executor()));
        co_return runner_start_outcome{.run = runs.back(), .launched = true};
    }

    template <class Condition>
    bool until(Condition holds)
    {
        const auto deadline = std::chrono::steady_clock::now() + limit;
        while (!holds()) {
            if (std::chrono::steady_clock::now() > deadline)
                return false;
            context.restart();
            context.run_one_for(10ms);
        }
        return true;
    }

    bool until_runs(std::size_t count)
    {
        return until([&] { return runs.size() == count; });
    }

    void see(runner_state state) { sight.state = state; }

    void run_for(std::chrono::milliseconds time)
    {
        context.restart();
        context.run_for(time);
    }

    /// It answers, and then its process is gone.
    void answer_and_die()
    {
        const auto before = runs.size();
        see(runner_state::answering);
        REQUIRE(until([&] { return keeper.phase() != runner_phase::starting; }));
        see(runner_state::refused);
        runs.back()->die(refusal("signal_9"));
        CHECK(runs.size() == before);
    }

    boost::asio::io_context context;
    boost::asio::cancellation_signal stop;
    bool ended = false;
    std::chrono::milliseconds start_takes{1};
    std::chrono::milliseconds learning_takes{0};
    bool learns = false;
    std::vector<std::string> learnt;
    runner_sight sight{.may_start = true,
                       .state = runner_state::refused,
                       .installed = {"org.example.runner"},
                       .alone = true};
    std::optional<failure> next_failure;
    bool launches_all_the_same = false;
    std::vector<runner_choice> choices;
    std::vector<std::shared_ptr<played_run>> runs;
    int under_way = 0;
    int replacements = 0;
    device::runner_keeper keeper;
};

} // namespace

TEST_CASE("a runner that does not run is started once, and starting until it answers", "[device]")
{
    kept_runner of;
    CHECK(of.keeper.phase() == runner_phase::waiting);
    REQUIRE(of.until_runs(1));
    of.run_for(100ms);
    CHECK(of.runs.size() == 1);
    CHECK(of.keeper.phase() == runner_phase::starting);
    of.see(runner_state::answering);
    CHECK(of.until([&] { return of.keeper.phase() != runner_phase::starting; }));
    CHECK_FALSE(of.keeper.problem());
}

TEST_CASE("runners are learnt of before one is chosen, and the phone looked at anew", "[device]")
{
    kept_runner of;
    of.learning_takes = 50ms;
    REQUIRE(of.until([&] { return of.learns; }));
    SECTION("it is started then")
    {
        CHECK(of.choices.empty());
        REQUIRE(of.until_runs(1));
        CHECK(of.learnt == of.sight.installed);
    }
    SECTION("unless somebody else has started one meanwhile")
    {
        of.see(runner_state::answering);
        REQUIRE(of.until([&] { return !of.learnt.empty(); }));
        of.run_for(50ms);
        CHECK(of.choices.empty());
    }
}

TEST_CASE("nothing is started on a phone where more is missing than that", "[device]")
{
    kept_runner of;
    of.sight.may_start = false;
    of.run_for(100ms);
    CHECK(of.choices.empty());
    CHECK(of.keeper.phase() == runner_phase::idle);
}

TEST_CASE("a runner of somebody else is left alone, silent ones included", "[device]")
{
    for (const auto state :
         {runner_state::answering, runner_state::starting, runner_state::silent,
          runner_state::automation_off, runner_state::too_old, runner_state::unknown}) {
        kept_runner of;
        of.see(state);
        of.run_for(80ms);
        CHECK(of.choices.empty());
    }
}

TEST_CASE("a runner that refuses for a moment only is not started", "[device]")
{
    kept_runner of(10min);
    of.run_for(100ms);
    CHECK(of.choices.empty());
}

TEST_CASE("a runner that dies is started again, the fourth time it is left alone", "[device]")
{
    kept_runner of;
    for (std::size_t deaths = 1; deaths <= 4; ++deaths) {
        REQUIRE(of.until_runs(deaths));
        of.answer_and_die();
    }
    REQUIRE(of.until([&] { return of.keeper.phase() == runner_phase::given_up; }));
    of.run_for(100ms);
    CHECK(of.runs.size() == 4);
    REQUIRE(of.keeper.problem());
    CHECK(of.keeper.problem()->reason == "It would not.");
}

TEST_CASE("a runner that is ill is ended before the next one is started", "[device]")
{
    for (const auto state :
         {runner_state::silent, runner_state::automation_off, runner_state::refused}) {
        kept_runner of;
        REQUIRE(of.until_runs(1));
        of.see(runner_state::answering);
        REQUIRE(of.until([&] { return of.keeper.phase() != runner_phase::starting; }));
        of.see(state);
        REQUIRE(of.until([&] { return of.runs.front()->was_ended; }));
        of.see(runner_state::refused);
        CHECK(of.until_runs(2));
    }
}

TEST_CASE("a run takes longer than a look to learn why it has ended", "[device]")
{
    kept_runner of;
    REQUIRE(of.until_runs(1));
    of.runs.front()->words_take = 200ms;
    of.runs.front()->die(refusal("signal_9"));
    CHECK(of.until_runs(2));
    CHECK_FALSE(of.runs.front()->was_ended);
}

TEST_CASE("a runner that is silent on a locked phone is well", "[device]")
{
    kept_runner of;
    REQUIRE(of.until_runs(1));
    of.see(runner_state::answering);
    REQUIRE(of.until([&] { return of.keeper.phase() != runner_phase::starting; }));
    of.sight.locked = true;
    of.see(runner_state::silent);
    of.run_for(100ms);
    CHECK_FALSE(of.runs.front()->was_ended);
}

TEST_CASE("a launch that is refused tells why, and works once it may", "[device]")
{
    kept_runner of;
    of.next_failure = refusal("locked");
    REQUIRE(of.until([&] { return of.keeper.problem().has_value(); }));
    CHECK(of.keeper.problem()->what == device::runner_obstacle::locked);
    CHECK(of.keeper.problem()->refused);
    CHECK(of.keeper.phase() == runner_phase::waiting);
    of.next_failure.reset();
    of.keeper.hope();
    REQUIRE(of.until_runs(1));
    of.see(runner_state::answering);
    CHECK(of.until([&] { return !of.keeper.problem(); }));
}

TEST_CASE("a runner that somebody else is starting has its time, and is then replaced", "[device]")
{
    kept_runner of;
    of.next_failure = refusal(std::string(device::runner_runs));
    REQUIRE(of.until([&] { return of.choices.size() == 1; }));
    CHECK(of.replacements == 0);
    CHECK_FALSE(of.keeper.problem());
    CHECK(of.until([&] { return of.replacements > 0; }));
}

TEST_CASE("the other way is tried where a launched runner does not come up", "[device]")
{
    kept_runner of;
    of.next_failure = refusal("runner_ended");
    of.launches_all_the_same = true;
    REQUIRE(of.until([&] { return of.choices.size() == 2; }));
    CHECK(of.choices.at(0).way == start_way::test_session);
    CHECK(of.choices.at(1).way == start_way::process_control);
}

TEST_CASE("the way stays where a runner dies right after its first answer", "[device]")
{
    kept_runner of;
    REQUIRE(of.until_runs(1));
    SECTION("and its death is told first")
    {
        of.see(runner_state::answering);
        of.runs.back()->die(refusal("signal_9"));
        of.run_for(1ms);
        of.see(runner_state::refused);
    }
    SECTION("and it refuses before its death is told")
    {
        REQUIRE(of.until([&] {
            of.keeper.see(runner_state::answering);
            return of.keeper.phase() != runner_phase::starting;
        }));
        of.keeper.see(runner_state::refused);
        of.runs.back()->die(refusal("signal_9"));
    }
    REQUIRE(of.until_runs(2));
    CHECK(of.choices.at(1).way == start_way::test_session);
}

TEST_CASE("the way stays where it is the phone that does not let a runner automate", "[device]")
{
    kept_runner of;
    of.next_failure = refusal("exit_41");
    of.launches_all_the_same = true;
    REQUIRE(of.until([&] { return of.choices.size() == 2; }));
    CHECK(of.choices.at(1).way == start_way::test_session);
    CHECK(of.keeper.problem()->what == device::runner_obstacle::automation_off);
}

TEST_CASE("what was started is ended on request, and nothing is started until told", "[device]")
{
    kept_runner of;
    REQUIRE(of.until_runs(1));
    bool done = false;
    boost::asio::co_spawn(of.context, of.keeper.end(),
                          [&](const std::exception_ptr&) { done = true; });
    REQUIRE(of.until([&] { return done; }));
    CHECK(of.runs.front()->was_ended);
    of.run_for(100ms);
    CHECK(of.runs.size() == 1);
    CHECK(of.keeper.phase() == runner_phase::idle);
    of.keeper.resume();
    CHECK(of.until_runs(2));
}

TEST_CASE("a runner that a person stops stays so, and its deaths are forgotten then", "[device]")
{
    kept_runner of;
    const auto stopped = [&] {
        std::optional<bool> done;
        boost::asio::co_spawn(of.context, of.keeper.stop(),
                              [&](const std::exception_ptr&, bool ended) { done = ended; });
        REQUIRE(of.until([&] { return done.has_value(); }));
        return *done;
    };
    for (std::size_t deaths = 1; deaths <= 4; ++deaths) {
        REQUIRE(of.until_runs(deaths));
        of.answer_and_die();
    }
    REQUIRE(of.until([&] { return of.keeper.phase() == runner_phase::given_up; }));
    CHECK(stopped());
    CHECK(of.keeper.phase() == runner_phase::stopped);
    of.run_for(100ms);
    CHECK(of.runs.size() == 4);
    of.keeper.resume();
    REQUIRE(of.until_runs(5));
    CHECK_FALSE(of.keeper.problem());
    CHECK(stopped());
    CHECK(of.runs.back()->was_ended);
    CHECK(stopped()); // once more
}

TEST_CASE("a runner of somebody else is not stopped", "[device]")
{
    kept_runner of;
    of.see(runner_state::answering);
    std::optional<bool> done;
    boost::asio::co_spawn(of.context, of.keeper.stop(),
                          [&](const std::exception_ptr&, bool ended) { done = ended; });
    REQUIRE(of.until([&] { return done.has_value(); }));
    CHECK(done == false);
    CHECK(of.keeper.phase() == runner_phase::waiting);
    of.see(runner_state::refused);
    CHECK(of.until_runs(1));
}

TEST_CASE("a start under way is given up on request", "[device]")
{
    kept_runner of;
    of.start_takes = 10min;
    REQUIRE(of.until([&] { return of.choices.size() == 1; }));
    bool done = false;
    boost::asio::co_spawn(of.context, of.keeper.end(),
                          [&](const std::exception_ptr&) { done = true; });
    REQUIRE(of.until([&] { return done; }));
    CHECK(of.runs.empty());
    of.under_way = 0;
    CHECK(of.keeper.phase() == runner_phase::idle);
}

} // namespace thimble::tests
