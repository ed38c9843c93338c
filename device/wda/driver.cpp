// Looks at WebDriverAgent, thorough or brief, and what follows from its answers or its silence:
// it answers, starts, hangs, has died, or cannot drive this phone.
#include "device/wda/driver.hpp"

#include <algorithm>

namespace thimble::device::wda {
namespace {

constexpr std::chrono::milliseconds status_limit{1000};
constexpr std::chrono::seconds start_limit{60}; // a runner takes 30 to 60 s to start
constexpr int misses_until_silent = 2;

/// iOS refuses the runner itself, whatever it is asked to do.
bool says_automation_off(const failure& what)
{
    return what.message.contains("Not authorized for performing UI testing actions") ||
           what.message.contains("enabling automation mode");
}

bool no_answer(const failure& what)
{
    return what.what == problem::timed_out || what.cause == "connection_lost";
}

bool nothing_listens(const failure& what)
{
    return what.cause == "port_refused" || what.what == problem::detached;
}

/// Any other failure is an answer, which says that the runner lives.
bool says_nothing_of_life(const failure& what)
{
    return no_answer(what) || nothing_listens(what);
}

/// The commands and slow reads that may keep a runner busy during one look at it.
class rest {
public:
    explicit rest(const runner& of)
        : runner_(of), inputs_(of.inputs_begun), reads_(of.slow_reads_ended), silences_(of.silences)
    {
    }

    /// A silence says nothing while it is busy, unless what it is busy with is not answered either.
    bool disturbed() const
    {
        const bool inputs = runner_.inputs_under_way > 0 || runner_.inputs_begun != inputs_;
        const bool reads = runner_.slow_reads > 0 || runner_.slow_reads_ended != reads_;
        return (inputs || reads) && runner_.silences == silences_;
    }

private:
    const runner& runner_;
    unsigned inputs_;
    unsigned reads_;
    unsigned silences_;
};

} // namespace

driver::driver(const runner_options& options, blocking_client& decoder)
    : runner_(options), frames_(runner_, decoder), live_(runner_), touches_(runner_),
      buttons_(runner_), keys_(runner_), lock_(runner_), orientation_(runner_), typing_(runner_),
      launcher_(runner_), urls_(runner_), clipboard_(runner_, launcher_), alert_reader_(runner_),
      alerts_(runner_, alert_reader_), elements_(runner_, decoder, alerts_)
{
}

const std::set<capability>& driver::capabilities()
{
    static const std::set<capability> all{
        capability::frame,     capability::live_frames,   capability::touch,
        capability::buttons,   capability::action_button, capability::keys,
        capability::lock,      capability::orientation,   capability::text,
        capability::apps,      capability::front_app,     capability::url,
        capability::clipboard, capability::elements,
    };
    return all;
}

boost::asio::awaitable<runner_report> driver::probe(look_depth depth)
{
    runner_report report;
    report.state = before_;
    if (!co_await runner_.until_input_ends())
        co_return report; // the command under way will tell whether the runner has died
    const rest undisturbed(runner_);
    const bool brief = depth == look_depth::brief && before_ == runner_state::answering &&
                       runner_.interface.known();
    std::optional<failure> failed;
    if (!brief || !runner_.queues_status()) // else one question is enough, and all cost the same
        failed = co_await look_at_status(report);
    if (!failed && report.state == runner_state::answering) {
        failed = brief ? co_await look_briefly() : co_await look_at_screen();
        report.complete = !failed;
    }
    const bool busy = before_ == runner_state::answering && undisturbed.disturbed();
    if (failed && busy && no_answer(*failed))
        report.state = runner_state::answering;
    else if (failed)
        report.state = co_await judge_failure(*failed);
    if (report.complete)
        misses_ = 0;
    if (report.state == runner_state::refused)
        forget_runner();
    if (report.state != runner_state::answering) {
        alerts_.forget();
        live_.forget_refusal();
    }
    report.sure = misses_ == 0 || report.state != runner_state::answering;
    before_ = report.state;
    co_return report;
}

/// The one that comes next may be another one, on a phone that was locked or set up anew meanwhile.
void driver::forget_runner()
{
    runner_.locked.reset();
    runner_.has_told_of_lock = false;
    runner_.misses_lock = false;
    runner_.picture_digest.reset();
    runner_.newest_shape.reset();
    runner_.forget_identity();
    forget_abilities();
}

/// Each is found out again by trying.
void driver::forget_abilities()
{
    runner_.interface.forget_screen();
    keys_.forget_runner();
    dragger_.forget_runner();
    learnt_of_ = runner_.version_text;
}

boost::asio::awaitable<std::optional<failure>> driver::look_at_status(runner_report& report)
{
    auto status = parse_envelope(co_await runner_.status.exchange(get("/status", status_limit)));
    if (!status)
        co_return std::move(status.error());
    runner_.session.observe(status->session_id);
    runner_.note_status(status->value);
    if (learnt_of_ != runner_.version_text) // another one has taken its place between two looks
        forget_abilities();
    const auto* ready = member(status->value, "ready");
    const bool waits = ready != nullptr && ready->is_boolean() && !ready->get<bool>();
    report.state = waits ? runner_state::starting : runner_state::answering;
    if (runner_.version && *runner_.version < oldest_supported_runner)
        report.state = runner_state::too_old;
    co_return std::nullopt;
}

/// A runner that had not listened before is given time to start.
boost::asio::awaitable<runner_state> driver::judge_failure(const failure& what)
{
    if (nothing_listens(what))
        co_return runner_state::refused;
    if (says_automation_off(what))
        co_return runner_state::automation_off;
    const auto now = std::chrono::steady_clock::now();
    if (before_ == runner_state::refused)
        starting_since_ = now;
    const bool started = before_ == runner_state::refused || before_ == runner_state::starting;
    if (started && now - starting_since_ < start_limit)
        co_return runner_state::starting;
    if (!no_answer(what))
        co_return runner_state::silent;
    co_return co_await judge_silence();
}

/// A runner that has died may leave its connection open, so its port is tried. One silence may be a
/// slow app; a runner that queues its answers is given the time of a long command of somebody else.
boost::asio::awaitable<runner_state> driver::judge_silence()
{
    if (const auto port = co_await runner_.options.open(); !port && nothing_listens(port.error()))
        co_return runner_state::refused;
    const auto now = std::chrono::steady_clock::now();
    if (misses_++ == 0)
        silent_since_ = now;
    if (before_ != runner_state::answering)
        co_return runner_state::silent;
    const bool patient = runner_.queues_status()
                             ? now - silent_since_ < runner_.options.busy_timeout
                             : misses_ < misses_until_silent;
    co_return patient ? runner_state::answering : runner_state::silent;
}

/// A silence is for the next probe to judge.
boost::asio::awaitable<void> driver::look_between_inputs()
{
    if (!co_await runner_.until_input_ends())
        co_return;
    if (used_since_look()) {
        inputs_seen_ = runner_.inputs_begun;
        co_await runner_.ask_locked(runner_.status);
    }
    if (alerts_.due_by_change())
        co_await alerts_.look();
}

boost::asio::awaitable<std::optional<failure>> driver::look_at_screen()
{
    const auto number = co_await ask_orientation_number();
    const auto interface = co_await runner_.interface.read(runner_.status);
    if (!interface)
        co_return interface.error();
    orientation_number_ = number;
    inputs_seen_ = runner_.inputs_begun;
    const auto locked = co_await runner_.ask_locked(runner_.status);
    if (!locked && says_nothing_of_life(locked.error()))
        co_return locked.error();
    if (runner_.locked != true) { // a locked phone lets the making of one wait for 20 s
        if (const auto session = co_await runner_.session.ensure(); !session)
            co_return session.error();
    }
    if (alerts_.due())
        co_await alerts_.look();
    if (!frames_.last_size())
        co_await frames_.capture(); // tells the panel's pixels, and opens the connection
    co_return std::nullopt;
}

/// One question that the phone's apps would notice, of those that take turns.
boost::asio::awaitable<std::optional<failure>> driver::look_briefly()
{
    const auto before = orientation_number_;
    orientation_number_ = co_await ask_orientation_number();
    if (orientation_number_ != before)
        co_return co_await look_at_screen();
    if (alerts_.due()) {
        const auto alert = co_await alerts_.look();
        co_return alert || !says_nothing_of_life(alert.error()) ? std::nullopt
                                                                : std::optional(alert.error());
    }
    size_next_ = !orientation_number_ && !size_next_;
    if (size_next_)
        co_return co_await look_for_turn();
    inputs_seen_ = runner_.inputs_begun;
    const auto locked = co_await runner_.ask_locked(runner_.status);
    co_return locked || !says_nothing_of_life(locked.error()) ? std::nullopt
                                                              : std::optional(locked.error());
}

/// Where the window's size alone tells that the interface has turned.
boost::asio::awaitable<std::optional<failure>> driver::look_for_turn()
{
    const auto size = co_await runner_.interface.read_size(runner_.status);
    if (!size)
        co_return size.error();
    if (*size == runner_.interface.known()->size)
        co_return std::nullopt;
    co_return co_await look_at_screen();
}

boost::asio::awaitable<std::optional<int>> driver::ask_orientation_number()
{
    if (!runner_.options.orientation_number)
        co_return std::nullopt;
    co_return co_await runner_.options.orientation_number();
}

} // namespace thimble::device::wda
