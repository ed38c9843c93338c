// Keeps an installed runner running: starts it, watches it, and starts it again.
#pragma once

#include "async/signal.hpp"
#include "device/failure.hpp"
#include "device/fleet/runner_problem.hpp"
#include "device/fleet/runner_restarts.hpp"
#include "device/fleet/runner_ways.hpp"
#include "device/wda/driver.hpp"

#include <spdlog/logger.h>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device {

/// A runner that was started here. Home thread.
class runner_run {
public:
    virtual ~runner_run() = default;

    /// Ends when the runner has, with the phone's word for it. May be cancelled and asked anew.
    virtual boost::asio::awaitable<failure> until_ended() = 0;

    /// Ends the runner, within some seconds.
    virtual boost::asio::awaitable<void> end() = 0;
};

/// Cause of the failure of a start where a process of the runner is there already: somebody else
/// may have started it a moment ago.
inline constexpr std::string_view runner_runs = "runner_runs";

/// The outcome of a start: a run, or the failure.
struct runner_start_outcome {
    std::shared_ptr<runner_run> run{};
    failure why{};
    bool launched = false; // by then the phone had launched it
};

/// The phone as the keeper sees it.
struct runner_sight {
    bool may_start = false; // nothing but a runner that runs is missing
    bool locked = false;
    wda::runner_state state = wda::runner_state::unknown;
    std::vector<std::string> installed{};
    bool alone = false; // process control without a session is a way
};

enum class runner_phase : std::uint8_t {
    idle,     // it runs, or nothing is to be started
    stopped,  // on request: nothing is started until it is asked for again
    waiting,  // for its turn: it is started soon
    starting, // it has not answered yet
    given_up, // too many have died
};

struct runner_keeper_options {
    boost::asio::any_io_executor home;
    std::string udid;
    std::shared_ptr<runner_ways> ways;
    restart_limit restarts{};
    std::function<runner_sight()> look;

    /// Has the ways know of these runners what can be known; may be empty.
    std::function<boost::asio::awaitable<void>(std::vector<std::string> installed)> learn = {};

    /// With `replace` one that runs already is ended for it.
    std::function<boost::asio::awaitable<runner_start_outcome>(runner_choice which, bool replace)>
        start;
    std::function<void()> changed;   // phase or problem
    std::function<void()> look_soon; // at the runner, which has come or gone
    std::shared_ptr<spdlog::logger> log;

    struct times {
        std::chrono::milliseconds look{250};
        std::chrono::milliseconds refused{2000};  // before it counts as not running
        std::chrono::milliseconds answer{75'000}; // a phone asks for its passcode for a minute
        std::chrono::milliseconds gone{5000};     // one that answered, and refuses since
        std::chrono::milliseconds silent{10'000}; // one that answered, and hangs since
        std::chrono::milliseconds other{45'000};  // that somebody else has for starting one
    } times{};
};

/// Home thread. Never two: one start at a time, and none while a runner answers or hangs. One that
/// somebody else has started is left alone for as long as it lives.
class runner_keeper {
public:
    explicit runner_keeper(runner_keeper_options options);

    /// Keeps the runner until it is cancelled, which leaves one that runs as it is.
    boost::asio::awaitable<void> live();

    /// Ends what was started here and starts no more.
    boost::asio::awaitable<void> end();

    /// The same because a person wants it. False, and nothing is done, where somebody else has
    /// started the runner that runs.
    boost::asio::awaitable<bool> stop();

    /// Takes back end() and stop(). Deaths of before do not count any more.
    void resume();

    /// The runner has just been seen so. One that dies right after its first answer has answered
    /// all the same: without this, the way in which it was started would count as one that fails.
    void see(wda::runner_state state);

    /// The reason for which a runner was not launched may have gone.
    void hope();

    /// The phone has gone, and the runner's connections with it.
    void drop();

    runner_phase phase() const;

    /// Of the last start or run; nothing once the runner answers.
    const std::optional<runner_problem>& problem() const noexcept { return problem_; }

private:
    using clock = std::chrono::steady_clock;

    bool wants_start(const runner_sight& seen) const;
    void note_state(wda::runner_state state);
    clock::duration state_lasts() const { return clock::now() - state_since_; }
    boost::asio::awaitable<void> choose_and_start(std::vector<std::string> installed);
    boost::asio::awaitable<void> start_one(runner_choice which);
    boost::asio::awaitable<bool> until_stopped();

    /// For a while after that.
    boost::asio::awaitable<bool> until_given_up();
    boost::asio::awaitable<std::optional<failure>> until_ill(std::shared_ptr<runner_run> run);
    boost::asio::awaitable<void> watch();
    boost::asio::awaitable<bool> tick();
    void take_answer();
    std::optional<failure> illness(const runner_sight& seen) const;
    bool replaces() const;
    bool is_of_somebody_else() const;
    void refuse(const failure& why);
    void bury(const failure& why);
    void set_problem(const failure& why, bool refused);

    runner_keeper_options options_;
    async::signal changed_;
    runner_restarts restarts_;
    std::shared_ptr<runner_run> run_;
    runner_choice choice_; // of the run or the start
    bool starting_ = false;
    bool answered_ = false;    // the run has
    bool lost_before_ = false; // a start, with the tunnel as it seemed; none has answered since
    bool stopped_ = false;
    bool on_request_ = false;                       // stopped by a person
    std::optional<clock::time_point> seen_running_; // that of somebody else, not answering
    clock::time_point started_at_{};
    clock::time_point answered_at_{};
    wda::runner_state state_ = wda::runner_state::unknown;
    clock::time_point state_since_{};
    std::optional<runner_problem> problem_;
};

} // namespace thimble::device
