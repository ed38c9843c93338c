// The host's end of DTX and the virtual phone's with each other: they share no code.
#include "async/signal.hpp"
#include "async/sleep.hpp"
#include "device/runner_start/process_control.hpp"
#include "device/runner_start/test_session.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/virtualphone/instruments/test_bench.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using device::coredevice::byte_stream;
using device::runner_start::process_control;
using device::runner_start::session_kind;
using device::runner_start::test_session;
namespace dtx = device::dtx;
namespace phone_dtx = virtualphone::dtx;
namespace runner_start = device::runner_start;

constexpr auto step_limit = 20s;
constexpr std::string_view daemon_channel =
    "dtxproxy:XCTestManager_IDEInterface:XCTestManager_DaemonConnectionInterface";

/// Bytes on their way to either end.
struct memory_line {
    explicit memory_line(const boost::asio::any_io_executor& of)
        : home(of), host_woken(home), phone_woken(home)
    {
    }

    void close()
    {
        closed = true;
        host_woken.notify_all();
        phone_woken.notify_all();
    }

    boost::asio::any_io_executor home;
    std::vector<std::byte> to_host;
    std::vector<std::uint8_t> to_phone;
    bool closed = false;
    async::signal host_woken;
    virtualphone::wakeup phone_woken;
};

class end_at_host final : public byte_stream {
public:
    explicit end_at_host(std::shared_ptr<memory_line> of) : line_(std::move(of)) {}
    ~end_at_host() override { line_->close(); }

    awaitable<std::expected<std::size_t, boost::system::error_code>>
    read_some(std::span<std::byte> to) override
    {
        const auto line = line_;
        while (line->to_host.empty()) {
            if (line->closed)
                co_return std::unexpected(boost::asio::error::eof);
            co_await line->host_woken.wait();
        }
        const auto count = std::min(to.size(), line->to_host.size());
        const auto behind = line->to_host.begin() + static_cast<std::ptrdiff_t>(count);
        std::copy(line->to_host.begin(), behind, to.begin());
        line->to_host.erase(line->to_host.begin(), behind);
        co_return count;
    }

    awaitable<std::expected<void, boost::system::error_code>>
    write(std::span<const std::byte> bytes) override
    {
        if (line_->closed)
            co_return std::unexpected(boost::asio::error::broken_pipe);
        for (const auto each : bytes)
            line_->to_phone.push_back(std::to_integer<std::uint8_t>(each));
        line_->phone_woken.notify_all();
        co_return std::expected<void, boost::system::error_code>();
    }

    void close() override { line_->close(); }

private:
    std::shared_ptr<memory_line> line_;
};

class end_at_phone final : public phone_dtx::byte_line {
public:
    explicit end_at_phone(std::shared_ptr<memory_line> of) : line_(std::move(of)) {}

    awaitable<void> read(std::span<std::uint8_t> to) override
    {
        while (line_->to_phone.size() < to.size()) {
            end_if_closed();
            co_await line_->phone_woken.wait();
        }
        const auto behind = line_->to_phone.begin() + static_cast<std::ptrdiff_t>(to.size());
        std::copy(line_->to_phone.begin(), behind, to.begin());
        line_->to_phone.erase(line_->to_phone.begin(), behind);
    }

    awaitable<void> write(phone_dtx::byte_view from) override
    {
        end_if_closed();
        for (const auto each : from)
            line_->to_host.push_back(std::byte{each});
        line_->host_woken.notify_all();
        co_return;
    }

    void close() override { line_->close(); }
    boost::asio::any_io_executor executor() const override { return line_->home; }

private:
    void end_if_closed() const
    {
        if (line_->closed)
            throw boost::system::system_error(boost::asio::error::eof);
    }

    std::shared_ptr<memory_line> line_;
};

/// A new connection, whose other end `serve` gets.
template <class Serve>
std::unique_ptr<byte_stream> open_line(boost::asio::io_context& context, const Serve& serve)
{
    const auto line = std::make_shared<memory_line>(context.get_executor());
    boost::asio::co_spawn(context, serve(std::make_unique<end_at_phone>(line)),
                          [](const std::exception_ptr&) {});
    return std::make_unique<end_at_host>(line);
}

std::unique_ptr<byte_stream> hub_of(virtualphone::tests::test_bench& phone)
{
    return open_line(phone.context, [&](std::unique_ptr<phone_dtx::byte_line> line) {
        return virtualphone::instruments::serve_hub(std::move(line), phone.device, phone.shared);
    });
}

std::unique_ptr<byte_stream> test_manager_of(virtualphone::tests::test_bench& phone)
{
    return open_line(phone.context, [&](std::unique_ptr<phone_dtx::byte_line> line) {
        return virtualphone::xctest::serve_test_manager(std::move(line), phone.device,
                                                        phone.shared.tests);
    });
}

template <class Condition>
awaitable<void> until_true(Condition holds)
{
    const auto deadline = std::chrono::steady_clock::now() + step_limit;
    while (!holds() && std::chrono::steady_clock::now() < deadline)
        co_await async::sleep_for(2ms);
    CHECK(holds());
}

runner_start::runner_app installed_runner()
{
    return {.bundle_id = virtualphone::tests::runner_id,
            .path = "/private/var/containers/Bundle/Application/A/WebDriverAgentRunner-Runner.app",
            .test_bundle = "WebDriverAgentRunner"};
}

/// A session of iOS 16.7 whose configuration lies in the runner's container, or does not.
device::result<bool> start_with_file(virtualphone::tests::test_bench& phone, bool is_written)
{
    const auto home = phone.context.get_executor();
    const auto ends = std::make_shared<runner_start::process_ends>(home);
    const auto plan = runner_start::new_plan(session_kind::ios_14);
    auto app = installed_runner();
    app.container = "/private/var/mobile/Containers/Data/Application/Runner";
    const auto file = runner_start::file_to_write(app, plan).value();
    phone.shared.read_file_of_app =
        [&](const std::string&, std::string_view path) -> std::optional<std::vector<std::uint8_t>> {
        std::vector<std::uint8_t> content;
        for (const auto each : file.content)
            content.push_back(std::to_integer<std::uint8_t>(each));
        return is_written && path == app.container + "/" + file.path_in_container
                   ? std::optional(content)
                   : std::nullopt;
    };
    const auto whole = [&]() -> awaitable<device::result<bool>> {
        const auto on_end = [&](const runner_start::process_end& what) { ends->note(what); };
        auto control = co_await process_control::open(hub_of(phone), on_end, step_limit);
        REQUIRE(control);
        const auto launch = [&](runner_start::launch_request what)
            -> awaitable<device::result<runner_start::process_id>> {
            auto process = co_await control->launch(std::move(what), step_limit, 1ms);
            REQUIRE(process);
            const auto observed = co_await control->observe(*process, step_limit);
            CHECK(observed);
            co_return process;
        };
        runner_start::session_streams over{.session = test_manager_of(phone),
                                           .control = test_manager_of(phone)};
        auto session = co_await test_session::start(std::move(over), launch, app, plan, step_limit,
                                                    {.before_authorizing = 1ms, .ends = ends});
        if (!session)
            co_return std::unexpected(session.error());
        co_await until_true([&] { return phone.serves(); });
        co_return true;
    };
    return run_until_done(phone.context, whole());
}

/// Runs `body` once the runner has been told to begin.
template <class Body>
void run_tests(virtualphone::tests::test_bench& phone,
               session_kind kind,
               bool make_way,
               const Body& body)
{
    const auto whole = [&]() -> awaitable<bool> {
        auto control = co_await process_control::open(hub_of(phone), {}, step_limit);
        REQUIRE(control);
        const auto launch = [&](runner_start::launch_request what) {
            what.activate_suspended = make_way;
            return control->launch(std::move(what), step_limit, 1ms);
        };
        runner_start::session_streams over{.session = test_manager_of(phone),
                                           .control = test_manager_of(phone)};
        auto session = co_await test_session::start(std::move(over), launch, installed_runner(),
                                                    runner_start::new_plan(kind), step_limit);
        REQUIRE(session);
        co_await body(*control, *session);
        co_return true;
    };
    CHECK(run_until_done(phone.context, whole()));
}

} // namespace

TEST_CASE("a host starts the runner of a virtual phone, and kills it", "[runner_start]")
{
    const std::vector<std::pair<const char*, session_kind>> kinds{{"18.5", session_kind::ios_17},
                                                                  {"16.7", session_kind::ios_14}};
    for (const auto& [ios, kind] : kinds) {
        INFO(ios);
        virtualphone::tests::test_bench phone(ios);
        run_tests(phone, kind, true,
                  [&](process_control& control, test_session& session) -> awaitable<void> {
                      CHECK(session.process() > 0);
                      co_await until_true([&] { return phone.serves(); });
                      const auto killed = co_await control.kill(session.process(), step_limit);
                      CHECK(killed);
                      const auto why = co_await session.until_ended();
                      CHECK(why.cause == "connection_closed");
                      CHECK_FALSE(phone.serves());
                  });
    }
}

TEST_CASE("a host hears of the end of a process that it observes", "[runner_start]")
{
    virtualphone::tests::test_bench phone("18.5");
    std::vector<runner_start::process_end> ends;
    const auto whole = [&]() -> awaitable<bool> {
        const auto on_end = [&](const runner_start::process_end& what) { ends.push_back(what); };
        auto control = co_await process_control::open(hub_of(phone), on_end, step_limit);
        REQUIRE(control);
        runner_start::launch_request request{.bundle_id = "com.thimble.sketch"};
        const auto process = co_await control->launch(std::move(request), step_limit, 1ms);
        REQUIRE(process);
        const auto observed = co_await control->observe(*process, step_limit);
        CHECK(observed);
        const auto killed = co_await control->kill(*process, step_limit);
        CHECK(killed);
        co_await until_true([&] { return !ends.empty(); });
        REQUIRE(ends.size() == 1);
        CHECK(ends.front() == runner_start::process_end{.process = *process, .signal = 9});
        co_return true;
    };
    CHECK(run_until_done(phone.context, whole()));
}

TEST_CASE("before iOS 17 a runner tests with the file that the host has written", "[runner_start]")
{
    virtualphone::tests::test_bench phone("16.7");
    CHECK(start_with_file(phone, true));
}

TEST_CASE("a runner that exits for want of its configuration says so at once", "[runner_start]")
{
    virtualphone::tests::test_bench phone("16.7");
    const auto begun = std::chrono::steady_clock::now();
    const auto started = start_with_file(phone, false);
    REQUIRE_FALSE(started);
    CHECK(started.error().cause == "exit_74");
    CHECK(started.error().message.contains("code 74"));
    CHECK(std::chrono::steady_clock::now() - begun < step_limit / 2);
}

TEST_CASE("a host hears that its runner did not make way", "[runner_start]")
{
    virtualphone::tests::test_bench phone("27");
    run_tests(phone, session_kind::ios_17, false,
              [&](process_control&, test_session& session) -> awaitable<void> {
                  const auto why = co_await session.until_ended();
                  CHECK(why.cause == "runner_failed");
                  CHECK(why.message.contains("com.apple.dt.xctest.ui-testing.error 10300"));
                  CHECK_FALSE(phone.serves());
              });
}

TEST_CASE("a runner that may not automate has its own words heard", "[runner_start]")
{
    virtualphone::tests::test_bench phone("18.5");
    phone.device.automation = virtualphone::ui_automation::off;
    run_tests(phone, session_kind::ios_17, true,
              [&](process_control&, test_session& session) -> awaitable<void> {
                  const auto why = co_await session.until_ended();
                  CHECK(why.cause == "runner_failed");
                  CHECK(why.message.contains("XCTDaemonErrorDomain 41"));
              });
}

TEST_CASE("a runner refuses the configuration of another session", "[runner_start]")
{
    virtualphone::tests::test_bench phone("18.5");
    const auto plan = runner_start::new_plan(session_kind::ios_17);
    const auto other = runner_start::new_plan(session_kind::ios_17);
    dtx::value error;
    const dtx::call_handler calls_of_runner =
        [&](const dtx::incoming_call& what) -> std::optional<dtx::answer> {
        if (what.selector == "_XCT_testRunnerReadyWithCapabilities:")
            return dtx::answer(runner_start::configuration(installed_runner(), other));
        if (what.selector == "_XCT_didFailToBootstrapWithError:")
            error = what.argument_at(0);
        return dtx::answer(dtx::null{});
    };
    const auto open_daemon = [&]() -> awaitable<dtx::connection> {
        dtx::connection::settings how;
        how.on_channel = [&](const std::string&) { return calls_of_runner; };
        auto opened =
            co_await dtx::connection::open(test_manager_of(phone), std::move(how), step_limit);
        REQUIRE(opened);
        const auto channel =
            co_await opened->open_channel(std::string(daemon_channel), {}, step_limit);
        REQUIRE(channel);
        CHECK(*channel == 1);
        co_return std::move(*opened);
    };
    const auto whole = [&]() -> awaitable<bool> {
        auto processes = co_await process_control::open(hub_of(phone), {}, step_limit);
        REQUIRE(processes);
        auto session = co_await open_daemon();
        dtx::outgoing_call begin{.channel = 1,
                                 .selector = "_IDE_initiateSessionWithIdentifier:capabilities:"};
        begin.arguments = {dtx::archived(plan.identifier),
                           dtx::archived(runner_start::ide_capabilities(plan.kind))};
        const auto begun = co_await session.request(std::move(begin), step_limit);
        CHECK(begun);
        auto request = runner_start::runner_launch(installed_runner(), plan);
        const auto process = co_await processes->launch(std::move(request), step_limit, 1ms);
        REQUIRE(process);
        auto control = co_await open_daemon();
        dtx::outgoing_call authorize{.channel = 1,
                                     .selector = "_IDE_authorizeTestSessionWithProcessID:"};
        authorize.arguments = {dtx::archived(*process)};
        const auto agreed = co_await control.request(std::move(authorize), step_limit);
        REQUIRE(agreed);
        CHECK(*agreed == dtx::value(true));
        const auto why = co_await session.until_closed();
        CHECK(why.cause == "connection_closed");
        co_return true;
    };
    CHECK(run_until_done(phone.context, whole()));
    const auto* refused = error.as<dtx::ns_error>();
    REQUIRE(refused);
    CHECK(refused->domain == "XCTestErrorDomain");
    CHECK_FALSE(phone.serves());
}

TEST_CASE("large messages pass between host and virtual phone", "[dtx]")
{
    boost::asio::io_context context{1};
    virtualphone::fault_switches faults;
    const phone_dtx::channel_opener echo =
        [](std::string_view identifier,
           const std::shared_ptr<phone_dtx::connection>&) -> phone_dtx::responder {
        if (identifier != "echo")
            return {};
        return [](const phone_dtx::invocation& what) -> phone_dtx::outcome {
            return what.argument_at(0);
        };
    };
    const auto serve = [&](std::unique_ptr<phone_dtx::byte_line> line) -> awaitable<void> {
        const auto phone = std::make_shared<phone_dtx::connection>(
            std::move(line), phone_dtx::dictionary(), echo, faults, "test");
        co_await phone->run();
    };
    const auto whole = [&]() -> awaitable<bool> {
        auto host = co_await dtx::connection::open(open_line(context, serve), {}, step_limit);
        REQUIRE(host);
        const auto none = co_await host->open_channel("nobody", {}, step_limit);
        REQUIRE_FALSE(none);
        CHECK(none.error().cause == "channel_closed");
        const auto channel = co_await host->open_channel("echo", {}, step_limit);
        REQUIRE(channel);
        const dtx::value large(dtx::data(400'000, std::byte{7})); // in four fragments
        dtx::outgoing_call call{.channel = *channel, .selector = "say:"};
        call.arguments = {dtx::archived(large)};
        const auto answered = co_await host->request(std::move(call), step_limit);
        REQUIRE(answered);
        CHECK(*answered == large);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

} // namespace thimble::tests
