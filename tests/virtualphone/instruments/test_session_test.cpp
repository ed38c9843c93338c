// Test sessions as hosts open them, and the runner that is started for one.
#include "tests/virtualphone/instruments/test_bench.hpp"
#include "virtualphone/dtx/protocol/archive.hpp"

namespace thimble::virtualphone::tests {
namespace {

constexpr auto plan = "_IDE_startExecutingTestPlanWithProtocolVersion:";

bool tells_capabilities(const dtx::message& reply)
{
    const auto* found = reply.payload.as<dtx::instance>();
    return found != nullptr && found->class_name == "XCTCapabilities";
}

bool opens(test_connection& session)
{
    return tells_capabilities(session.ask("_IDE_initiateSessionWithIdentifier:capabilities:",
                                          {dtx::object(session_id), capabilities_object()}));
}

bool authorises(test_connection& control, std::int64_t process)
{
    const auto reply =
        control.ask("_IDE_authorizeTestSessionWithProcessID:", {dtx::object(process)});
    const auto* allowed = reply.payload.as<bool>();
    return allowed != nullptr && *allowed;
}

constexpr auto container = "/private/var/mobile/Containers/Data/Application/Runner";

/// A file of the runner of iOS 16.7, and a runner that is told to read it.
struct filed_test : test_bench {
    explicit filed_test(std::optional<dtx::uuid> written)
        : test_bench("16.7"), session(test_manager()), control(test_manager()), processes(hub())
    {
        shared.read_file_of_app = [written](const std::string& bundle_id, std::string_view path) {
            CHECK(bundle_id == runner_id);
            CHECK(path == std::string(container) + "/tmp/a.xctestconfiguration");
            return written ? std::optional(dtx::archive(configuration(*written).payload))
                           : std::nullopt;
        };
        CHECK(opens(session));
        CHECK(tells_capabilities(
            control.ask("_IDE_initiateControlSessionWithCapabilities:", {capabilities_object()})));
        process = number_in(launch(
            processes, {.configuration = std::string(container) + "/tmp/a.xctestconfiguration"}));
    }

    /// As a host is told it that observes the process, beside the answer to that.
    std::optional<std::int64_t> exit_code()
    {
        processes.desk.call({.id = 70, .channel = 1, .wants_reply = true},
                            "startObservingPid:", {dtx::object(process)});
        std::optional<std::int64_t> code;
        for (int messages = 0; messages < 2; ++messages) {
            const heard each = processes.desk.take();
            if (each.selector() != "processWithPID:terminatedWithExitCode:orCrashingSignal:")
                continue;
            CHECK(object_of(each.what.arguments.at(0)) == dtx::object(process));
            const auto told = object_of(each.what.arguments.at(1));
            if (const auto* number = told.as<std::int64_t>())
                code = *number;
        }
        return code;
    }

    test_connection session;
    test_connection control;
    test_connection processes;
    std::int64_t process = 0;
};

/// The host has a session and a control session; the runner has been started and may test.
struct started_test : test_bench {
    explicit started_test(const char* ios = "18.5", const launch_options& how = {})
        : test_bench(ios), session(test_manager()), control(test_manager()), processes(hub())
    {
        CHECK(opens(session));
        CHECK(tells_capabilities(
            control.ask("_IDE_initiateControlSessionWithCapabilities:", {capabilities_object()})));
        process = number_in(launch(processes, how));
    }

    void authorise() { CHECK(authorises(control, process)); }

    /// As far as the runner's question for its configuration.
    heard configuration_question()
    {
        const heard request = session.called("_requestChannelWithCode:identifier:");
        CHECK(request.about.channel == 0);
        CHECK(request.what.arguments.at(1) ==
              dtx::argument(
                  dtx::object("dtxproxy:XCTestDriverInterface:XCTestManager_IDEInterface")));
        session.answer(request);
        heard ready = session.called("_XCT_testRunnerReadyWithCapabilities:");
        CHECK(ready.about.channel == 1);
        REQUIRE(ready.what.arguments.size() == 1);
        return ready;
    }

    void start_plan() { session.desk.call({.id = 60, .channel = -1}, plan, {std::int32_t{36}}); }

    /// The runner serves.
    void run_test()
    {
        session.answer(configuration_question(), configuration(session_id));
        start_plan();
        session.answer(session.called("_XCT_didBeginExecutingTestPlan"),
                       {.kind = dtx::message_kind::value});
        session.answer(session.called("_XCT_logDebugMessage:"));
        CHECK(serves());
    }

    test_connection session;
    test_connection control;
    test_connection processes;
    std::int64_t process = 0;
};

/// Fails as the runner says on its driver channel; it does not serve.
void check_failure(started_test& bench, std::string_view domain, std::int64_t code)
{
    bench.session.answer(bench.configuration_question(), configuration(session_id));
    bench.start_plan();
    const heard failure = bench.session.called("_XCT_initializationForUITestingDidFailWithError:");
    REQUIRE(failure.what.arguments.size() == 1);
    const dtx::object error = object_of(failure.what.arguments[0]);
    REQUIRE(error.as<dtx::instance>() != nullptr);
    const auto& fields = error.as<dtx::instance>()->fields;
    CHECK(*dtx::member<std::string>(fields, "NSDomain") == domain);
    CHECK(*dtx::member<std::int64_t>(fields, "NSCode") == code);
    CHECK_FALSE(bench.serves());
    bench.session.answer(failure);
    CHECK(bench.session.desk.served);
    CHECK_FALSE(bench.device.os.runs(runner_id));
}

/// Codes of the errors for which runners could not automate.
std::vector<std::int64_t> failures_in(const phone& device)
{
    std::vector<std::int64_t> codes;
    for (const auto& event : device.log.since(0).at("events"))
        if (event.at("kind") == "runner_failed")
            codes.push_back(event.at("code"));
    return codes;
}

} // namespace

TEST_CASE("a runner serves once its test plan has been started", "[xctest]")
{
    started_test bench;
    CHECK_FALSE(bench.session.desk.next());
    bench.authorise();
    const heard ready = bench.configuration_question();
    CHECK_FALSE(bench.serves());
    bench.session.answer(ready, configuration(session_id));
    CHECK_FALSE(bench.serves());
    bench.start_plan();
    bench.session.answer(bench.session.called("_XCT_didBeginExecutingTestPlan"));
    CHECK(bench.serves());
    CHECK(bench.device.os.front_app() == "com.apple.springboard");
    bench.session.answer(bench.session.called("_XCT_logDebugMessage:"));
    bench.wait();
    CHECK_FALSE(bench.session.desk.next());
    CHECK(bench.serves());
}

TEST_CASE("a test plan may be started before the configuration was asked for", "[xctest]")
{
    started_test bench;
    bench.authorise();
    const heard request = bench.session.called("_requestChannelWithCode:identifier:");
    bench.start_plan();
    bench.session.answer(request);
    const heard ready = bench.session.called("_XCT_testRunnerReadyWithCapabilities:");
    CHECK_FALSE(bench.serves());
    bench.session.answer(ready, configuration(dtx::object(session_text)));
    bench.session.called("_XCT_didBeginExecutingTestPlan");
    CHECK(bench.serves());
}

TEST_CASE("a runner ends when it is killed", "[xctest]")
{
    started_test bench;
    bench.authorise();
    bench.run_test();
    CHECK(bench.processes.ask("killPid:", {dtx::object(bench.process)}) == dtx::message());
    CHECK_FALSE(bench.serves());
    bench.session.desk.run();
    CHECK(bench.session.desk.served);
    CHECK_FALSE(bench.control.desk.served);
}

TEST_CASE("a runner ends with either connection of its session", "[xctest]")
{
    for (const bool of_control : {false, true}) {
        INFO(of_control);
        started_test bench;
        bench.authorise();
        bench.run_test();
        (of_control ? bench.control : bench.session).desk.hang_up();
        bench.wait();
        CHECK_FALSE(bench.serves());
        CHECK_FALSE(bench.device.os.runs(runner_id));
        CHECK(bench.session.desk.served);
    }
}

TEST_CASE("a runner ends with its session though its report is not answered", "[xctest]")
{
    for (const bool begun : {false, true}) {
        INFO(begun);
        started_test bench;
        bench.authorise();
        bench.session.answer(bench.configuration_question(), configuration(session_id));
        bench.start_plan();
        const heard report = bench.session.called("_XCT_didBeginExecutingTestPlan");
        if (begun) {
            bench.session.answer(report);
            bench.session.called("_XCT_logDebugMessage:");
        }
        CHECK(bench.serves());
        bench.control.desk.hang_up();
        bench.wait();
        CHECK_FALSE(bench.serves());
        CHECK(bench.session.desk.served);
    }
}

TEST_CASE("a runner that is ended from outside ends its session", "[xctest]")
{
    started_test bench;
    bench.authorise();
    bench.run_test();
    bench.agent.set_runner(runner::dead);
    bench.wait();
    CHECK(bench.session.desk.served);
    CHECK_FALSE(bench.device.os.runs(runner_id));
}

TEST_CASE("a runner that stays in front gives up with the image of Xcode 27", "[xctest]")
{
    const bool newest = GENERATE(true, false);
    INFO(newest);
    started_test bench(newest ? "27" : "18.5", {.behind = false});
    bench.device.image_of_xcode_27 = !newest;
    bench.authorise();
    CHECK(bench.device.os.front_app() == runner_id);
    check_failure(bench, "com.apple.dt.xctest.ui-testing.error", 10300);
    CHECK(bench.device.clock.now() >= milliseconds(30'000));
    CHECK(failures_in(bench.device) == std::vector<std::int64_t>{10300});
}

TEST_CASE("a runner leaves the front by itself with older images", "[xctest]")
{
    for (const auto* ios : {"17.5", "26"}) {
        INFO(ios);
        started_test bench(ios, {.behind = false});
        bench.authorise();
        CHECK(bench.device.os.front_app() == runner_id);
        bench.run_test();
        CHECK(bench.device.os.front_app() == "com.apple.springboard");
        CHECK(failures_in(bench.device).empty());
    }
}

TEST_CASE("a runner cannot test without UI Automation", "[xctest]")
{
    started_test bench;
    bench.device.automation = ui_automation::off;
    bench.authorise();
    check_failure(bench, "XCTDaemonErrorDomain", 41);
}

TEST_CASE("a runner waits a minute for the passcode", "[xctest]")
{
    started_test bench;
    bench.device.automation = ui_automation::asked;
    bench.authorise();
    check_failure(bench, "com.apple.dt.XCTest.XCTFuture", 1000);
    CHECK(bench.device.clock.now() >= milliseconds(60'000));
}

TEST_CASE("a configuration of another session is refused", "[xctest]")
{
    started_test bench;
    bench.authorise();
    bench.session.answer(bench.configuration_question(), configuration(dtx::uuid()));
    bench.session.answer(bench.session.called("_XCT_didFailToBootstrapWithError:"));
    CHECK(bench.session.desk.served);
    CHECK_FALSE(bench.serves());
}

TEST_CASE("before iOS 17 a runner comes before it has been authorised", "[xctest]")
{
    for (const auto* ios : {"15.8", "16.7"}) {
        INFO(ios);
        started_test bench(ios, {.behind = false});
        const heard ready = bench.configuration_question();
        bench.authorise();
        bench.session.answer(ready, configuration(session_id));
        bench.start_plan();
        bench.session.called("_XCT_didBeginExecutingTestPlan");
        CHECK(bench.serves());
    }
}

TEST_CASE("before iOS 17 a runner reads the file that its environment names", "[xctest]")
{
    filed_test bench(session_id);
    const heard request = bench.session.called("_requestChannelWithCode:identifier:");
    bench.session.answer(request);
    CHECK(authorises(bench.control, bench.process));
    const heard ready = bench.session.called("_XCT_testRunnerReadyWithCapabilities:");
    bench.session.answer(ready); // nothing that it could test with
    bench.session.desk.call({.id = 60, .channel = -1}, plan, {std::int32_t{36}});
    bench.session.called("_XCT_didBeginExecutingTestPlan");
    CHECK(bench.serves());
}

TEST_CASE("a runner without the file that it is to read exits", "[xctest]")
{
    for (const auto& written : {std::optional<dtx::uuid>(), std::optional(dtx::uuid())}) {
        INFO(written.has_value());
        filed_test bench(written);
        CHECK(bench.exit_code() == 74);
        CHECK_FALSE(bench.device.os.runs(runner_id));
        CHECK_FALSE(bench.serves());
    }
}

TEST_CASE("a runner exits that asks for its configuration and gets none", "[xctest]")
{
    for (const auto* ios : {"16.7", "18.5"}) {
        INFO(ios);
        started_test bench(ios);
        bench.authorise();
        bench.session.answer(bench.configuration_question());
        bench.wait();
        CHECK(bench.shared.tests.exit_code(bench.process) == 74);
        CHECK_FALSE(bench.device.os.runs(runner_id));
    }
}

TEST_CASE("only the runner's process is authorised", "[xctest]")
{
    started_test bench;
    CHECK_FALSE(authorises(bench.control, bench.process + 1));
    CHECK_FALSE(bench.session.desk.next());
    bench.authorise();
    CHECK(bench.session.desk.next());
}

TEST_CASE("testmanagerd takes the older calls as well, and nothing without the image", "[xctest]")
{
    test_bench bench("15.8");
    auto session = bench.test_manager();
    CHECK(number_in(session.ask(
              "_IDE_initiateSessionWithIdentifier:forClient:atPath:protocolVersion:",
              {dtx::object(session_id), dtx::object("host"), dtx::object("/"), dtx::object(36)})) ==
          36);
    auto control = bench.test_manager();
    CHECK(number_in(control.ask("_IDE_initiateControlSessionWithProtocolVersion:",
                                {dtx::object(36)})) == 36);
    CHECK(domain_in(control.ask("_IDE_unknown")) == "DTXConnection");
    CHECK(domain_in(control.ask("_IDE_initiateSessionWithIdentifier:capabilities:",
                                {dtx::object(session_id), capabilities_object()})) ==
          "XCTDaemonErrorDomain"); // that session is there
    bench.device.developer_image_mounted = false;
    CHECK(domain_in(control.ask("_IDE_initiateControlSessionWithProtocolVersion:",
                                {dtx::object(36)})) == "XCTDaemonErrorDomain");
}

TEST_CASE("testmanagerd needs developer mode where iOS has it", "[xctest]")
{
    const auto begin = [](const char* ios) {
        test_bench bench(ios);
        bench.device.developer_mode = false;
        auto control = bench.test_manager();
        return control.ask("_IDE_initiateControlSessionWithProtocolVersion:", {dtx::object(36)})
            .kind;
    };
    CHECK(begin("15.8") == dtx::message_kind::value);
    CHECK(begin("16.7") == dtx::message_kind::error);
}

TEST_CASE("a runner without XCTest of its own serves by itself from iOS 17 on", "[xctest]")
{
    test_bench bench("27");
    bench.device.runner_has_frameworks = false;
    auto hub = bench.hub();
    const auto process = number_in(launch(hub, {.session = ""}));
    CHECK(bench.serves());
    CHECK(hub.ask("killPid:", {dtx::object(process)}) == dtx::message());
    CHECK_FALSE(bench.serves());
    launch(hub, {.session = "", .behind = false});
    CHECK_FALSE(bench.serves());
    CHECK_FALSE(bench.device.os.runs(runner_id)); // it has given up
    CHECK(failures_in(bench.device) == std::vector<std::int64_t>{10300});
}

TEST_CASE("a runner without a session does not serve", "[xctest]")
{
    for (const bool frameworks : {true, false}) {
        INFO(frameworks);
        test_bench bench(frameworks ? "18.5" : "16.7");
        bench.device.runner_has_frameworks = frameworks;
        auto hub = bench.hub();
        launch(hub, {.session = ""});
        bench.wait();
        CHECK_FALSE(bench.serves());
        CHECK(bench.device.os.runs(runner_id));
    }
}

TEST_CASE("a runner that is started anew leaves the session of the one before", "[xctest]")
{
    started_test bench;
    bench.authorise();
    bench.run_test();
    const auto next = number_in(launch(bench.processes, {.session = ""}));
    CHECK(next != bench.process);
    CHECK_FALSE(bench.serves());
    bench.session.desk.run();
    CHECK(bench.session.desk.served);
    bench.wait();
    CHECK(bench.device.os.runs(runner_id));
}

TEST_CASE("a runner that is launched again before its end was noticed is a new one", "[xctest]")
{
    for (const bool served : {false, true}) {
        INFO(served);
        started_test bench;
        if (served) {
            bench.authorise();
            bench.run_test();
        }
        bench.device.os.terminate(runner_id, bench.device.clock.now()); // as the app switcher does
        const auto next = number_in(launch(bench.processes, {.session = "", .anew = false}));
        CHECK(next != bench.process);
        CHECK_FALSE(bench.serves());
        bench.session.desk.run();
        CHECK(bench.session.desk.served);
        bench.wait();
        CHECK(bench.device.os.runs(runner_id)); // the one before does not take it along
    }
}

} // namespace thimble::virtualphone::tests
