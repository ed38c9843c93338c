#include "virtualphone/xctest/runner_process.hpp"

#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/xctest/session_identifier.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace thimble::virtualphone::xctest {
namespace {

namespace asio = boost::asio;

constexpr auto driver_identifier = "dtxproxy:XCTestDriverInterface:XCTestManager_IDEInterface";
constexpr std::int64_t no_configuration = 74; // exit code
constexpr milliseconds longest_in_front{30'000};
constexpr milliseconds longest_question{60'000};
constexpr milliseconds between_looks_at_question{1'000};

// Of real time: hosts give up on a runner that says nothing for a minute of theirs.
constexpr std::chrono::seconds between_messages{15};
constexpr std::chrono::milliseconds between_looks{250};

dtx::instance no_capabilities()
{
    return {.class_name = "XCTCapabilities",
            .fields = {{"capabilities-dictionary", dtx::dictionary()}}};
}

dtx::ns_error not_backgrounded()
{
    return {.domain = "com.apple.dt.xctest.ui-testing.error",
            .code = 10300,
            .description = "Failed to background test runner within 30.0s."};
}

dtx::ns_error automation_is_off()
{
    return {.domain = "XCTDaemonErrorDomain",
            .code = 41,
            .description = "Not authorized for performing UI testing actions."};
}

dtx::ns_error question_not_answered()
{
    return {.domain = "com.apple.dt.XCTest.XCTFuture",
            .code = 1000,
            .description = "Timed out while enabling automation mode."};
}

} // namespace

runner_process::runner_process(phone& on, asio::any_io_executor home, runner_launch how)
    : device_(on), home_(std::move(home)), how_(std::move(how)), timer_(home_)
{
}

void runner_process::begin()
{
    const auto alive = shared_from_this();
    asio::co_spawn(home_, run(), [alive](const std::exception_ptr&) { alive->leave(); });
}

void runner_process::join(std::shared_ptr<dtx::connection> session)
{
    session_ = std::move(session);
    timer_.cancel();
}

void runner_process::authorise(std::shared_ptr<dtx::connection> control)
{
    control_ = std::move(control);
    timer_.cancel();
}

void runner_process::kill()
{
    killed_ = true;
    leave();
    timer_.cancel();
}

/// By now everything may have happened to the phone, the app switcher included.
bool runner_process::over() const
{
    const bool was_there = session_ != nullptr && session_->ended();
    const bool was_authorised = control_ != nullptr && control_->ended();
    return killed_ || was_there || was_authorised || (serving_ && device_.runner == runner::dead) ||
           !device_.os.runs(how_.bundle_id);
}

asio::awaitable<void> runner_process::look_again()
{
    timer_.expires_after(between_looks);
    co_await timer_.async_wait(asio::as_tuple(asio::use_awaitable));
}

asio::awaitable<void> runner_process::run()
{
    const auto alive = shared_from_this();
    if (!how_.session.empty())
        co_return co_await run_session();
    if (!device_.runner_has_frameworks && major_release(device_.os.ios()) >= first_in_tunnel)
        co_return co_await run_alone();
    while (!over()) // its XCTest waits for a session that nobody has named
        co_await look_again();
}

asio::awaitable<void> runner_process::run_alone()
{
    if (!co_await find_obstacle())
        co_await serve(0);
}

/// Up to iOS 16 hosts wait for the runner before they let it test.
bool runner_process::session_there() const
{
    return session_ != nullptr &&
           (control_ != nullptr || major_release(device_.os.ios()) < first_in_tunnel);
}

/// Hosts leave out what they like, so that only the session is compared.
bool runner_process::is_of_session(const dtx::object& configuration) const
{
    const auto* all = configuration.as<dtx::instance>();
    const auto* identifier = all == nullptr ? nullptr : all->fields.find("sessionIdentifier");
    return identifier != nullptr && text_of_identifier(*identifier) == how_.session;
}

bool runner_process::has_fitting_file() const
{
    const auto& content = how_.configuration.content;
    const auto read =
        content ? dtx::unarchive(*content) : std::unexpected(std::string("there is no file"));
    return read && is_of_session(*read);
}

asio::awaitable<void> runner_process::run_session()
{
    const bool loses_it = device_.faults.take("testmanagerd.configuration").has_value();
    if (loses_it || (how_.configuration.in_file && !has_fitting_file())) {
        exit_code_ = no_configuration;
        co_return;
    }
    while (!session_there() && !over())
        co_await look_again();
    if (over())
        co_return;
    const auto driver = co_await session_->open_channel(
        driver_identifier, [self = weak_from_this()](const dtx::invocation& what) -> dtx::outcome {
            const auto process = self.lock();
            return process ? process->answer_driver(what) : dtx::object();
        });
    if (!driver || !co_await get_configured(*driver))
        co_return;
    while (!plan_started_ && !over())
        co_await look_again();
    if (!over())
        co_await test(*driver);
    session_->end();
}

dtx::outcome runner_process::answer_driver(const dtx::invocation& what)
{
    if (what.selector != "_IDE_startExecutingTestPlanWithProtocolVersion:")
        return std::unexpected(dtx::unknown_selector(what.selector));
    plan_started_ = true; // some hosts say so before they are asked for the configuration
    timer_.cancel();
    return dtx::object();
}

/// A runner with a file says that it is ready, too, and does not look at the answer.
asio::awaitable<bool> runner_process::get_configured(std::int32_t driver)
{
    const auto reply = co_await session_->call(
        driver, "_XCT_testRunnerReadyWithCapabilities:", {dtx::object(no_capabilities())});
    if (!reply)
        co_return false;
    if (how_.configuration.in_file || is_of_session(reply->payload))
        co_return true;
    if (reply->payload.as<dtx::instance>() == nullptr) {
        exit_code_ = no_configuration;
        co_return false;
    }
    const dtx::ns_error error{.domain = "XCTestErrorDomain",
                              .code = 1,
                              .description = "The test configuration is not that of the session."};
    co_await session_->call(driver,
                            "_XCT_didFailToBootstrapWithError:", {dtx::object(instance_of(error))});
    session_->end();
    co_return false;
}

asio::awaitable<void> runner_process::test(std::int32_t driver)
{
    const auto obstacle = co_await find_obstacle();
    if (over())
        co_return;
    if (!obstacle)
        co_return co_await serve(driver);
    co_await session_->call(driver, "_XCT_initializationForUITestingDidFailWithError:",
                            {dtx::object(instance_of(*obstacle))});
}

/// As all do that are allowed to: what they automate would be behind them.
void runner_process::leave_front()
{
    if (device_.os.front_app() == how_.bundle_id)
        device_.os.go_home(device_.clock.now());
}

asio::awaitable<std::optional<dtx::ns_error>> runner_process::find_obstacle()
{
    auto found = co_await look_for_obstacle();
    if (found && !over())
        device_.log.append(device_.clock.now(), "runner_failed",
                           {{"domain", found->domain}, {"code", found->code}});
    co_return found;
}

/// The reason for which the runner cannot automate, once it has waited for a better time.
asio::awaitable<std::optional<dtx::ns_error>> runner_process::look_for_obstacle()
{
    if (how_.in_front && device_.keeps_runners_in_front()) {
        co_await device_.clock.sleep(longest_in_front);
        co_return not_backgrounded();
    }
    const milliseconds end = device_.clock.now() + longest_question;
    while (device_.automation == ui_automation::asked && device_.clock.now() < end && !over())
        co_await device_.clock.sleep(between_looks_at_question);
    if (device_.automation == ui_automation::asked)
        co_return question_not_answered();
    if (device_.automation == ui_automation::off)
        co_return automation_is_off();
    co_return std::nullopt;
}

/// Beside what the runner does: a host that does not answer does not keep it from ending.
asio::awaitable<void> runner_process::report(std::int32_t driver,
                                             std::string selector,
                                             std::vector<dtx::argument> arguments)
{
    const auto alive = shared_from_this();
    const auto session = session_;
    co_await session->call(driver, std::move(selector), std::move(arguments));
    reporting_ = false;
    timer_.cancel();
}

void runner_process::begin_report(std::int32_t driver,
                                  std::string selector,
                                  std::vector<dtx::argument> arguments)
{
    reporting_ = true;
    asio::co_spawn(home_, report(driver, std::move(selector), std::move(arguments)),
                   asio::detached);
}

/// Until it ends. Without a driver channel (0) nobody hears of it.
asio::awaitable<void> runner_process::serve(std::int32_t driver)
{
    if (over())
        co_return;
    leave_front();
    open_ports();
    if (driver != 0)
        begin_report(driver, "_XCT_didBeginExecutingTestPlan");
    auto next_message = std::chrono::steady_clock::now();
    while (!over()) {
        if (driver != 0 && !reporting_ && std::chrono::steady_clock::now() >= next_message) {
            next_message = std::chrono::steady_clock::now() + between_messages;
            begin_report(driver,
                         "_XCT_logDebugMessage:", {dtx::object("WebDriverAgent is running")});
        }
        co_await look_again();
    }
}

void runner_process::open_ports()
{
    serving_ = true;
    device_.change_runner(runner::running);
}

void runner_process::leave()
{
    if (std::exchange(ended_, true))
        return;
    if (serving_ && device_.runner != runner::dead)
        device_.change_runner(runner::dead);
    if (exit_code_)
        device_.log.append(device_.clock.now(), "runner_exited", {{"code", *exit_code_}});
    device_.os.terminate(how_.bundle_id, device_.clock.now());
    if (session_ != nullptr)
        session_->end();
}

} // namespace thimble::virtualphone::xctest
