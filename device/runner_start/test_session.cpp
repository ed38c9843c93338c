#include "device/runner_start/test_session.hpp"

#include "async/race.hpp"
#include "async/signal.hpp"
#include "async/sleep.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace thimble::device::runner_start {
namespace {

using boost::asio::awaitable;
using session_limit = dtx::connection::limit;

constexpr std::string_view daemon_channel =
    "dtxproxy:XCTestManager_IDEInterface:XCTestManager_DaemonConnectionInterface";
constexpr std::string_view driver_channel =
    "dtxproxy:XCTestDriverInterface:XCTestManager_IDEInterface";
constexpr std::int64_t protocol_version = 36;

/// The connections of a runner that exits end as well, and it may have said why: which of the three
/// is heard of first is chance. The process' end says more than a connection's, its own words most.
constexpr std::chrono::milliseconds more_may_follow{700};

failure runner_end(std::string message, std::string cause)
{
    return {.what = problem::refused,
            .phone = reached::all,
            .message = std::move(message),
            .cause = std::move(cause)};
}

/// The state that a runner's calls change. They may come as long as a connection ends.
struct runner_state {
    runner_state(const boost::asio::any_io_executor& home, dtx::object its)
        : configuration(std::move(its)), changed(home)
    {
    }

    dtx::object configuration;
    bool configured = false;
    std::optional<failure> ended{};
    async::signal changed;
};

failure failed_runner(const dtx::incoming_call& what)
{
    const auto given = what.argument_at(0);
    const auto* why = given.as<dtx::ns_error>();
    auto result = dtx::refused_by_service("to run the tests", why ? *why : dtx::ns_error{});
    result.cause = "runner_failed";
    return result;
}

void take_end(runner_state& of, const dtx::incoming_call& what)
{
    if (of.ended)
        return;
    if (what.selector == "_XCT_didFinishExecutingTestPlan")
        of.ended = runner_end("The runner on the phone has ended its tests.", "runner_finished");
    else if (what.selector == "_XCT_initializationForUITestingDidFailWithError:" ||
             what.selector == "_XCT_didFailToBootstrapWithError:")
        of.ended = failed_runner(what);
}

/// Reports of every kind are acknowledged: the runner waits for that.
dtx::call_handler calls_of_runner(std::shared_ptr<runner_state> state)
{
    return
        [state = std::move(state)](const dtx::incoming_call& what) -> std::optional<dtx::answer> {
            if (!what.selector.starts_with("_XCT_"))
                return std::nullopt;
            take_end(*state, what);
            const bool asks = what.selector == "_XCT_testRunnerReadyWithCapabilities:";
            state->configured |= asks;
            state->changed.notify_all();
            return asks ? dtx::answer(state->configuration) : dtx::answer(dtx::null{});
        };
}

awaitable<failure> end_of_runner(std::shared_ptr<runner_state> state)
{
    while (!state->ended)
        co_await state->changed.wait();
    co_return *state->ended;
}

awaitable<bool> until_configured(std::shared_ptr<runner_state> state)
{
    while (!state->configured)
        co_await state->changed.wait();
    co_return true;
}

failure not_configured()
{
    return {.what = problem::timed_out,
            .phone = reached::all,
            .message = "The runner on the phone did not ask for its configuration.",
            .cause = {}};
}

/// A connection tells of its end alone: the runner may have said why, and the phone may have begun
/// what it was asked for.
failure after_beginning(const runner_state& of, const failure& why)
{
    auto end = of.ended.value_or(why);
    if (end.phone == reached::nothing)
        end.phone = reached::perhaps;
    return end;
}

failure not_authorized()
{
    return runner_end("The phone does not let the runner test.", "not_authorized");
}

bool is_yes(const dtx::value& what)
{
    if (const auto* flag = what.as<bool>())
        return *flag;
    const auto* number = what.as<std::int64_t>();
    return number != nullptr && *number != 0;
}

} // namespace

struct test_session::parts {
    std::shared_ptr<runner_state> state;
    dtx::connection session;
    dtx::connection control;
    std::int32_t session_channel;
    std::int32_t control_channel;
    session_settings how;
    process_id process = 0;

    awaitable<result<void>> begin_session(const session_plan& plan, session_limit within);
    awaitable<result<void>> begin_control(const session_plan& plan, session_limit within);
    awaitable<result<void>> authorize(session_limit within);
    awaitable<result<std::int32_t>> driver(session_limit within);
    awaitable<result<void>> wait_for_configuration(session_limit within);
    awaitable<result<void>> begin_tests(std::int32_t channel, session_limit within);
    awaitable<result<std::int32_t>> authorized_driver(const session_plan& plan,
                                                      session_limit within);
    awaitable<result<void>> run(const session_plan& plan,
                                const runner_app& which,
                                const launcher& launch,
                                session_limit within);
    awaitable<failure> until_exited();
    awaitable<failure> until_ended();
    awaitable<failure> ended_after_launch();
    awaitable<failure> explained(failure first);
};

namespace {

struct opened_channel {
    dtx::connection connection;
    std::int32_t channel = 0;
};

awaitable<result<opened_channel>> open_daemon(std::unique_ptr<coredevice::byte_stream> over,
                                              std::shared_ptr<runner_state> state,
                                              session_limit within)
{
    dtx::connection::settings how;
    how.on_channel = [state](const std::string&) { return calls_of_runner(state); };
    auto opened = co_await dtx::connection::open(std::move(over), std::move(how), within);
    if (!opened)
        co_return std::unexpected(opened.error());
    const auto channel =
        co_await opened->open_channel(std::string(daemon_channel), calls_of_runner(state), within);
    if (!channel)
        co_return std::unexpected(channel.error());
    co_return opened_channel{.connection = std::move(*opened), .channel = *channel};
}

awaitable<result<void>> ask(dtx::connection& over, dtx::outgoing_call what, session_limit within)
{
    const auto answered = co_await over.request(std::move(what), within);
    if (!answered)
        co_return std::unexpected(answered.error());
    co_return result<void>();
}

} // namespace

awaitable<result<void>> test_session::parts::begin_session(const session_plan& plan,
                                                           session_limit within)
{
    dtx::outgoing_call call{.channel = session_channel,
                            .selector = "_IDE_initiateSessionWithIdentifier:capabilities:"};
    call.arguments = {dtx::archived(plan.identifier), dtx::archived(ide_capabilities(plan.kind))};
    return ask(session, std::move(call), within);
}

/// Before iOS 17 without a dictionary of capabilities, then with an empty one.
awaitable<result<void>> test_session::parts::begin_control(const session_plan& plan,
                                                           session_limit within)
{
    const auto none =
        plan.kind == session_kind::ios_17 ? dtx::value(dtx::dictionary()) : dtx::value();
    dtx::outgoing_call call{.channel = control_channel,
                            .selector = "_IDE_initiateControlSessionWithCapabilities:"};
    call.arguments = {dtx::archived(xct_capabilities(none))};
    return ask(control, std::move(call), within);
}

awaitable<result<void>> test_session::parts::authorize(session_limit within)
{
    dtx::outgoing_call call{.channel = control_channel,
                            .selector = "_IDE_authorizeTestSessionWithProcessID:"};
    call.arguments = {dtx::archived(process)};
    const auto answered = co_await control.request(std::move(call), within);
    if (!answered)
        co_return std::unexpected(answered.error());
    if (!is_yes(*answered))
        co_return std::unexpected(not_authorized());
    co_return result<void>();
}

awaitable<result<std::int32_t>> test_session::parts::driver(session_limit within)
{
    return session.channel_of_phone(std::string(driver_channel), within);
}

awaitable<result<void>> test_session::parts::wait_for_configuration(session_limit within)
{
    const auto first = co_await async::race(until_configured(state), async::sleep_for(within));
    if (first.index() == 1)
        co_return std::unexpected(not_configured());
    co_return result<void>();
}

/// Nothing is answered to this: some runners never do.
awaitable<result<void>> test_session::parts::begin_tests(std::int32_t channel, session_limit within)
{
    dtx::outgoing_call call{.channel = channel,
                            .selector = "_IDE_startExecutingTestPlanWithProtocolVersion:"};
    call.arguments = {dtx::archived(protocol_version)};
    return session.tell(std::move(call), within);
}

/// The order matters: from iOS 17 on the runner opens its channel once it is authorized, before
/// that it is authorized once it has opened the channel.
awaitable<result<std::int32_t>> test_session::parts::authorized_driver(const session_plan& plan,
                                                                       session_limit within)
{
    const bool newer = plan.kind == session_kind::ios_17;
    if (newer) {
        if (const auto begun = co_await begin_control(plan, within); !begun)
            co_return std::unexpected(begun.error());
        if (const auto agreed = co_await authorize(within); !agreed)
            co_return std::unexpected(agreed.error());
    }
    const auto channel = co_await driver(within);
    if (!channel || newer)
        co_return channel;
    co_await async::sleep_for(how.before_authorizing);
    if (const auto agreed = co_await authorize(within); !agreed)
        co_return std::unexpected(agreed.error());
    co_return channel;
}

awaitable<result<void>> test_session::parts::run(const session_plan& plan,
                                                 const runner_app& which,
                                                 const launcher& launch,
                                                 session_limit within)
{
    if (plan.kind == session_kind::ios_14)
        if (const auto begun = co_await begin_control(plan, within); !begun)
            co_return std::unexpected(begun.error());
    if (const auto begun = co_await begin_session(plan, within); !begun)
        co_return std::unexpected(begun.error());
    const auto launched = co_await launch(runner_launch(which, plan));
    if (!launched)
        co_return std::unexpected(launched.error());
    process = *launched;
    state->changed.notify_all();
    const auto channel = co_await authorized_driver(plan, within);
    if (!channel)
        co_return std::unexpected(channel.error());
    if (!file_to_write(which, plan)) // it may ask all the same, and is answered
        if (const auto asked = co_await wait_for_configuration(within); !asked)
            co_return std::unexpected(asked.error());
    co_return co_await begin_tests(*channel, within);
}

/// Not before the process has been launched; never where nobody tells of it.
awaitable<failure> test_session::parts::until_exited()
{
    while (process == 0 || !how.ends)
        co_await state->changed.wait();
    const auto what = co_await how.ends->until(process);
    const auto words =
        co_await async::race(end_of_runner(state), async::sleep_for(more_may_follow));
    co_return words.index() == 0 ? std::get<0>(words) : ended_runner(what);
}

/// A runner's own words come first: its connections end right after.
awaitable<failure> test_session::parts::until_ended()
{
    const auto first = co_await async::race(end_of_runner(state), session.until_closed(),
                                            control.until_closed(), until_exited());
    co_return std::visit([](const failure& each) { return each; }, first);
}

/// A runner may be gone before its launch has been answered, and only the answer tells which
/// process it was. Until then each question has its own limit.
awaitable<failure> test_session::parts::ended_after_launch()
{
    while (process == 0)
        co_await state->changed.wait();
    co_return co_await until_ended();
}

/// The runner's exit, where it has or may have led to this.
awaitable<failure> test_session::parts::explained(failure first)
{
    if (state->ended || process == 0 || !how.ends)
        co_return first;
    if (!how.ends->find(process) && session.is_open() && control.is_open())
        co_return first;
    const auto then =
        co_await async::race(how.ends->until(process), async::sleep_for(more_may_follow));
    co_return then.index() == 0 ? ended_runner(std::get<0>(then)) : first;
}

test_session::test_session(std::unique_ptr<parts> of) : parts_(std::move(of)) {}
test_session::test_session(test_session&&) noexcept = default;
test_session& test_session::operator=(test_session&&) noexcept = default;
test_session::~test_session() = default;

awaitable<result<test_session>> test_session::start(session_streams over,
                                                    launcher launch,
                                                    runner_app which,
                                                    session_plan plan,
                                                    limit within,
                                                    std::chrono::milliseconds before_authorizing)
{
    session_settings how{.before_authorizing = before_authorizing};
    return start(std::move(over), std::move(launch), std::move(which), std::move(plan), within,
                 std::move(how));
}

awaitable<result<test_session>> test_session::start(session_streams over,
                                                    launcher launch,
                                                    runner_app which,
                                                    session_plan plan,
                                                    limit within,
                                                    session_settings how)
{
    const auto state = std::make_shared<runner_state>(co_await boost::asio::this_coro::executor,
                                                      configuration(which, plan));
    auto session = co_await open_daemon(std::move(over.session), state, within);
    if (!session)
        co_return std::unexpected(session.error());
    auto control = co_await open_daemon(std::move(over.control), state, within);
    if (!control)
        co_return std::unexpected(control.error());
    auto all = std::make_unique<parts>(parts{.state = state,
                                             .session = std::move(session->connection),
                                             .control = std::move(control->connection),
                                             .session_channel = session->channel,
                                             .control_channel = control->channel,
                                             .how = std::move(how)});
    const auto first =
        co_await async::race(all->run(plan, which, launch, within), all->ended_after_launch());
    if (first.index() == 0 && std::get<0>(first))
        co_return test_session(std::move(all));
    const auto why = co_await all->explained(first.index() == 0 ? std::get<0>(first).error()
                                                                : std::get<1>(first));
    co_return std::unexpected(after_beginning(*state, why));
}

process_id test_session::process() const noexcept
{
    return parts_->process;
}

awaitable<failure> test_session::until_ended()
{
    co_return co_await parts_->explained(co_await parts_->until_ended());
}

} // namespace thimble::device::runner_start
