#include "device/fleet/runner_starter.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "device/runner_start/process_control.hpp"
#include "device/runner_start/process_ends.hpp"
#include "device/runner_start/test_session.hpp"

#include <boost/asio/this_coro.hpp>

#include <utility>

namespace thimble::device {
namespace {

using boost::asio::awaitable;
using runner_start::process_control;
using runner_start::process_end;
using runner_start::process_ends;
using runner_start::process_id;
using runner_start::test_session;

constexpr std::chrono::seconds step_limit{30};
constexpr std::chrono::seconds kill_limit{1};

/// Else it takes the next port where an older one still has this, and nobody would find it.
constexpr auto usual_port = "8100";

failure runs_already()
{
    return {.what = problem::refused,
            .message = "The runner runs on the phone and does not answer yet.",
            .cause = std::string(runner_runs)};
}

/// Process control, and the process that it has launched.
struct launched_process {
    std::shared_ptr<process_control> control{};
    std::shared_ptr<process_ends> ends{};
    process_id process = 0;
};

awaitable<result<launched_process>> open_control(std::unique_ptr<coredevice::byte_stream> hub)
{
    launched_process result{
        .ends = std::make_shared<process_ends>(co_await boost::asio::this_coro::executor)};
    const auto on_end = [ends = result.ends](const process_end& what) { ends->note(what); };
    auto opened = co_await process_control::open(std::move(hub), on_end, step_limit);
    if (!opened)
        co_return std::unexpected(opened.error());
    result.control = std::make_shared<process_control>(std::move(*opened));
    co_return result;
}

/// A phone that does not tell of ends has its runner watched by its port alone.
awaitable<result<process_id>> launch(std::shared_ptr<process_control> by,
                                     std::shared_ptr<process_id> to,
                                     runner_start::launch_request what)
{
    const auto launched = co_await by->launch(std::move(what), step_limit);
    if (!launched)
        co_return launched;
    *to = *launched;
    co_await by->observe(*launched, step_limit);
    co_return launched;
}

/// Over a new connection where the old one has ended.
awaitable<void> end_process(launched_process what, runner_services_of_phone through)
{
    if (what.process == 0)
        co_return;
    if (!what.control->is_open()) {
        auto hub = co_await through.open_hub();
        if (!hub)
            co_return;
        auto opened = co_await open_control(std::move(*hub));
        if (!opened)
            co_return;
        what.control = opened->control;
    }
    co_await what.control->kill(what.process, kill_limit);
    co_await async::race(what.ends->until(what.process), async::sleep_for(kill_limit));
}

class run_in_session final : public runner_run {
public:
    run_in_session(launched_process process, test_session session, runner_services_of_phone through)
        : process_(std::move(process)), session_(std::move(session)), through_(std::move(through))
    {
    }

    awaitable<failure> until_ended() override { return session_.until_ended(); }
    awaitable<void> end() override { return end_process(process_, through_); }

private:
    launched_process process_;
    test_session session_;
    runner_services_of_phone through_;
};

class run_alone final : public runner_run {
public:
    run_alone(launched_process process, runner_services_of_phone through)
        : process_(std::move(process)), through_(std::move(through))
    {
    }

    awaitable<failure> until_ended() override
    {
        co_return runner_start::ended_runner(co_await process_.ends->until(process_.process));
    }

    awaitable<void> end() override { return end_process(process_, through_); }

private:
    launched_process process_;
    runner_services_of_phone through_;
};

awaitable<result<test_session>> start_session(runner_services_of_phone& through,
                                              runner_streams& over,
                                              const launched_process& by,
                                              std::shared_ptr<process_id> process,
                                              const runner_choice& which)
{
    auto app = co_await through.find(which.bundle_id);
    if (!app)
        co_return std::unexpected(app.error());
    app->variables = {{"USE_PORT", usual_port}};
    const auto plan = runner_start::new_plan(through.kind);
    if (auto file = runner_start::file_to_write(*app, plan)) {
        auto written = co_await through.write(which.bundle_id, std::move(*file));
        if (!written)
            co_return std::unexpected(written.error());
    }
    runner_start::session_streams streams{.session = std::move(over.session),
                                          .control = std::move(over.control)};
    const auto launcher = [control = by.control, process](runner_start::launch_request what) {
        return launch(control, process, std::move(what));
    };
    co_return co_await test_session::start(std::move(streams), launcher, std::move(*app), plan,
                                           step_limit, {.ends = by.ends});
}

awaitable<runner_start_outcome> run_session(runner_services_of_phone through,
                                            runner_streams over,
                                            launched_process by,
                                            runner_choice which)
{
    const auto process = std::make_shared<process_id>(0);
    auto session = co_await start_session(through, over, by, process, which);
    by.process = *process;
    if (session)
        co_return runner_start_outcome{.run = std::make_shared<run_in_session>(
                                           std::move(by), std::move(*session), std::move(through)),
                                       .launched = true};
    if (!by.ends->find(by.process))
        co_await end_process(by, std::move(through));
    co_return runner_start_outcome{.why = session.error(), .launched = by.process != 0};
}

awaitable<runner_start_outcome>
run_without_session(runner_services_of_phone through, launched_process by, runner_choice which)
{
    const auto process = std::make_shared<process_id>(0);
    runner_start::launch_request what{.bundle_id = std::move(which.bundle_id),
                                      .variables = {{"USE_PORT", usual_port}}};
    const auto launched = co_await launch(by.control, process, std::move(what));
    if (!launched)
        co_return runner_start_outcome{.why = launched.error()};
    by.process = *launched;
    co_return runner_start_outcome{
        .run = std::make_shared<run_alone>(std::move(by), std::move(through)), .launched = true};
}

} // namespace

awaitable<runner_start_outcome>
start_runner(runner_services_of_phone through, runner_choice which, bool replace)
{
    auto streams = co_await through.open(which.way);
    if (!streams)
        co_return runner_start_outcome{.why = streams.error()};
    auto control = co_await open_control(std::move(streams->hub));
    if (!control)
        co_return runner_start_outcome{.why = control.error()};
    if (!replace) {
        const auto found = co_await control->control->find(which.bundle_id, step_limit);
        if (found && *found)
            co_return runner_start_outcome{.why = runs_already()};
    }
    if (which.way == start_way::process_control)
        co_return co_await run_without_session(std::move(through), std::move(*control),
                                               std::move(which));
    co_return co_await run_session(std::move(through), std::move(*streams), std::move(*control),
                                   std::move(which));
}

} // namespace thimble::device
