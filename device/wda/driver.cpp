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

} // namespace

driver::driver(const runner_options& options, blocking_client& decoder)
    : runner_(options), frames_(runner_, decoder), live_(runner_), touches_(runner_),
      buttons_(runner_), keys_(runner_), lock_(runner_), orientation_(runner_), typing_(runner_),
      launcher_(runner_), urls_(runner_), clipboard_(runner_, launcher_), alerts_(runner_),
      elements_(runner_, decoder)
{
}

const std::set<capability>& driver::capabilities()
{
    static const std::set<capability> all{
        capability::frame,    capability::live_frames,   capability::touch,
        capability::buttons,  capability::action_button, capability::keys,
        capability::lock,     capability::orientation,   capability::text,
        capability::apps,     capability::url,           capability::clipboard,
        capability::elements,
    };
    return all;
}

boost::asio::awaitable<runner_report> driver::probe()
{
    runner_report report;
    auto failed = co_await look_at_status(report);
    const bool answering = !failed && report.state == runner_state::answering;
    if (answering && co_await runner_.until_input_ends()) {
        failed = co_await look_at_screen(report);
        report.complete = !failed;
        if (runner_.inputs_under_way > 0)
            failed.reset(); // it waited behind a touch that has come meanwhile
    }
    if (failed)
        report.state = judge_failure(*failed);
    if (report.complete)
        misses_ = 0;
    if (report.state != runner_state::answering) {
        runner_.locked.reset();
        live_.forget_refusal();
    }
    report.sure = misses_ == 0 || report.state != runner_state::answering;
    before_ = report.state;
    co_return report;
}

boost::asio::awaitable<std::optional<failure>> driver::look_at_status(runner_report& report)
{
    auto status = parse_envelope(co_await runner_.status.exchange(get("/status", status_limit)));
    if (!status)
        co_return std::move(status.error());
    runner_.session.observe(status->session_id);
    const auto* ready = member(status->value, "ready");
    const bool waits = ready != nullptr && ready->is_boolean() && !ready->get<bool>();
    report.state = waits ? runner_state::starting : runner_state::answering;
    co_return std::nullopt;
}

/// One silence may be a long touch of somebody else's, or a slow app: a runner that has answered is
/// called silent after the second. One that had not listened before is given time to start.
runner_state driver::judge_failure(const failure& what)
{
    if (what.cause == "port_refused" || what.what == problem::detached)
        return runner_state::refused;
    if (says_automation_off(what))
        return runner_state::automation_off;
    const auto now = std::chrono::steady_clock::now();
    if (before_ == runner_state::refused)
        starting_since_ = now;
    const bool started = before_ == runner_state::refused || before_ == runner_state::starting;
    if (started && now - starting_since_ < start_limit)
        return runner_state::starting;
    if (!no_answer(what))
        return runner_state::silent;
    ++misses_;
    const bool once = misses_ < misses_until_silent && before_ == runner_state::answering;
    return once ? runner_state::answering : runner_state::silent;
}

boost::asio::awaitable<result<std::optional<alert>>> driver::look_between_inputs()
{
    if (!co_await runner_.until_input_ends())
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "An input is still under way.",
                                          .cause = "input_under_way"});
    inputs_seen_ = runner_.inputs_begun;
    const auto locked = co_await runner_.ask_locked(runner_.status);
    if (!locked)
        co_return std::unexpected(locked.error()); // a silence is for the next probe to judge
    co_return co_await alerts_.read();
}

boost::asio::awaitable<std::optional<failure>> driver::look_at_screen(runner_report& report)
{
    const auto interface = co_await runner_.interface.read(runner_.status);
    if (!interface)
        co_return interface.error();
    inputs_seen_ = runner_.inputs_begun;
    const auto locked = co_await runner_.ask_locked(runner_.status);
    if (!locked && no_answer(locked.error()))
        co_return locked.error();
    if (!locked)
        runner_.locked.reset();
    const auto session = co_await runner_.session.ensure();
    if (!session)
        co_return session.error();
    if (auto alert = co_await alerts_.read())
        report.alert = std::move(*alert);
    if (!frames_.last_size())
        co_await frames_.capture(); // tells the panel's pixels, and opens the connection
    co_return std::nullopt;
}

} // namespace thimble::device::wda
