// The test session of a runner, with testmanagerd in the test's own hands.
#include "device/runner_start/test_session.hpp"
#include "tests/catch2.hpp"
#include "tests/device/dtx/fake_dtx_service.hpp"
#include "tests/device/run_until_done.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using heard_message = fake_dtx_service::heard_message;
namespace runner_start = device::runner_start;
using runner_start::session_kind;
using runner_start::test_session;

constexpr auto session_limit = 20s;
constexpr std::string_view runner_ready = "_XCT_testRunnerReadyWithCapabilities:";

/// Both connections of a session, and a runner that comes when its phone would have it come.
class fake_testmanagerd {
public:
    fake_testmanagerd(const boost::asio::any_io_executor& home, session_kind kind)
        : ends(std::make_shared<runner_start::process_ends>(home)), kind_(kind),
          session(home, [this](auto&, const auto& what) { hear(what, session); }),
          control(home, [this](auto&, const auto& what) { hear(what, control); })
    {
    }

    awaitable<device::result<runner_start::process_id>> launch(runner_start::launch_request what)
    {
        steps.push_back("launch " + what.bundle_id);
        for (const auto& [name, content] : what.variables)
            if (name == "XCTestSessionIdentifier")
                launched_session = content;
        if (kind_ == session_kind::ios_14)
            come();
        co_return 42;
    }

    std::shared_ptr<runner_start::process_ends> ends;
    bool authorizes = true;
    std::vector<std::string> steps;
    dtx::value configuration; // that the runner was given
    std::string launched_session;
    std::function<void()> come = [this] {
        open_driver();
        ask();
    }; // the runner, when it may

    void open_driver()
    {
        session.call(0, "_requestChannelWithCode:identifier:",
                     {std::int32_t{1},
                      dtx::archived("dtxproxy:XCTestDriverInterface:XCTestManager_IDEInterface")},
                     true);
    }

    void ask()
    {
        session.call(1, runner_ready,
                     {dtx::archived(runner_start::xct_capabilities(dtx::dictionary()))}, true);
    }

    void fail(std::string_view selector)
    {
        const dtx::ns_error why{.domain = "com.apple.dt.xctest.ui-testing.error",
                                .code = 10300,
                                .user_info = {{"NSLocalizedDescription", "no way"}}};
        session.call(1, selector, {dtx::archived(why)}, true);
    }

private:
    void hear(const heard_message& what, fake_dtx_service& over)
    {
        if (what.kind != dtx::payload_kind::call) {
            if (what.content.as<dtx::object>() != nullptr)
                configuration = what.content;
            return;
        }
        steps.push_back((&over == &session ? "session " : "control ") + what.selector);
        if (what.selector == "_IDE_authorizeTestSessionWithProcessID:") {
            CHECK(what.arguments == dtx::list{std::int64_t{42}});
            over.answer(what, authorizes);
            if (authorizes && kind_ == session_kind::ios_17)
                come();
        } else if (what.selector.contains("apabilities:")) {
            over.answer(what, runner_start::xct_capabilities(dtx::dictionary()));
        } else if (what.header.wants_reply) {
            over.answer(what, dtx::null{});
        }
    }

    session_kind kind_;

public:
    fake_dtx_service session;
    fake_dtx_service control;
};

template <class Body>
void run_session(fake_testmanagerd& phone,
                 boost::asio::io_context& context,
                 runner_start::session_plan plan,
                 std::string container,
                 std::chrono::milliseconds within,
                 Body body)
{
    const auto whole = [&]() -> awaitable<bool> {
        const auto launch = [&](runner_start::launch_request what) {
            return phone.launch(std::move(what));
        };
        runner_start::session_streams over{.session = phone.session.connect(),
                                           .control = phone.control.connect()};
        runner_start::runner_app which{.bundle_id = "org.example.runner",
                                       .path = "/a/Runner.app",
                                       .test_bundle = "Driver",
                                       .container = std::move(container)};
        auto started =
            co_await test_session::start(std::move(over), launch, std::move(which), std::move(plan),
                                         within, {.before_authorizing = 1ms, .ends = phone.ends});
        co_await body(std::move(started));
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

template <class Body>
void run_session(fake_testmanagerd& phone,
                 boost::asio::io_context& context,
                 session_kind kind,
                 Body body)
{
    run_session(phone, context, runner_start::new_plan(kind), {}, session_limit, std::move(body));
}

/// A session that does not begin.
device::failure failure_of(fake_testmanagerd& phone,
                           boost::asio::io_context& context,
                           std::chrono::milliseconds within = session_limit)
{
    device::failure result;
    run_session(phone, context, runner_start::new_plan(session_kind::ios_17), {}, within,
                [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE_FALSE(started);
                    result = started.error();
                    co_return;
                });
    return result;
}

const std::string session_opened = "session _requestChannelWithCode:identifier:";
const std::string control_opened = "control _requestChannelWithCode:identifier:";
const std::string session_begun = "session _IDE_initiateSessionWithIdentifier:capabilities:";
const std::string control_begun = "control _IDE_initiateControlSessionWithCapabilities:";
const std::string authorized = "control _IDE_authorizeTestSessionWithProcessID:";
const std::string tests_begun = "session _IDE_startExecutingTestPlanWithProtocolVersion:";

} // namespace

TEST_CASE("a session of iOS 17 authorizes its runner before that calls", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
    run_session(phone, context, session_kind::ios_17,
                [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE(started);
                    CHECK(started->process() == 42);
                    const std::vector<std::string> expected{
                        session_opened, control_opened, session_begun, "launch org.example.runner",
                        control_begun,  authorized,     tests_begun};
                    CHECK(phone.steps == expected);
                    CHECK(phone.session.messages.back().header.channel == -1);
                    const auto* given = phone.configuration.as<dtx::object>();
                    REQUIRE(given);
                    CHECK(given->class_name == "XCTestConfiguration");
                    const auto* session =
                        dtx::member<dtx::uuid>(given->fields, "sessionIdentifier");
                    REQUIRE(session);
                    CHECK(runner_start::to_text(*session) == phone.launched_session);
                    phone.session.call(1, "_XCT_didFinishExecutingTestPlan", {}, true);
                    const auto ended = co_await started->until_ended();
                    CHECK(ended.cause == "runner_finished");
                });
}

TEST_CASE("a session before iOS 17 authorizes its runner once that has come", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_14);
    run_session(phone, context, session_kind::ios_14,
                [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE(started);
                    const std::vector<std::string> expected{session_opened,
                                                            control_opened,
                                                            control_begun,
                                                            session_begun,
                                                            "launch org.example.runner",
                                                            authorized,
                                                            tests_begun};
                    CHECK(phone.steps == expected);
                    phone.control.hang_up();
                    const auto ended = co_await started->until_ended();
                    CHECK(ended.cause == "connection_closed");
                });
}

TEST_CASE("a runner that is not authorized is a failure", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
    phone.authorizes = false;
    run_session(phone, context, session_kind::ios_17,
                [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE_FALSE(started);
                    CHECK(started.error().cause == "not_authorized");
                    co_return;
                });
}

TEST_CASE("a runner that fails says why, whatever it is waited for", "[runner_start]")
{
    for (const auto* const selector : {"_XCT_initializationForUITestingDidFailWithError:",
                                       "_XCT_didFailToBootstrapWithError:"}) {
        for (const bool opens_driver : {false, true}) {
            INFO(selector << " " << opens_driver);
            boost::asio::io_context context;
            fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
            phone.come = [&] {
                phone.open_driver();
                phone.fail(selector);
            };
            if (!opens_driver)
                phone.come = [&] { phone.session.call(-1, selector, {}, true); };
            const auto why = failure_of(phone, context);
            CHECK(why.cause == "runner_failed");
            CHECK(why.phone == device::reached::all);
            CHECK(why.message.contains("10300: no way") == opens_driver);
        }
    }
}

TEST_CASE("a runner that never asks for its configuration is a failure", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
    phone.come = [&] { phone.open_driver(); };
    const auto why = failure_of(phone, context, 300ms);
    CHECK(why.what == device::problem::timed_out);
    CHECK(why.message.contains("did not ask"));
}

TEST_CASE("a connection that ends is noticed while the runner is waited for", "[runner_start]")
{
    for (const bool opens_driver : {false, true}) {
        for (const bool of_control : {false, true}) {
            INFO(opens_driver << " " << of_control);
            boost::asio::io_context context;
            fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
            phone.come = [&] {
                if (opens_driver)
                    phone.open_driver();
                (of_control ? phone.control : phone.session).hang_up();
            };
            const auto why = failure_of(phone, context);
            CHECK(why.cause == "connection_closed");
            CHECK(why.phone == device::reached::perhaps);
        }
    }
}

TEST_CASE("a runner that exits ends the start at once, with its code", "[runner_start]")
{
    enum class moment : std::uint8_t { before_answer, instead_of_driver, instead_of_asking };
    for (const auto when :
         {moment::before_answer, moment::instead_of_driver, moment::instead_of_asking}) {
        INFO(static_cast<int>(when));
        boost::asio::io_context context;
        fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
        phone.ends->note({.process = 41, .exit_code = 1}); // another one
        const auto exit = [&] { phone.ends->note({.process = 42, .exit_code = 74}); };
        if (when == moment::before_answer)
            exit();
        phone.come = [&] {
            if (when == moment::instead_of_asking)
                phone.open_driver();
            exit();
        };
        const auto begun = std::chrono::steady_clock::now();
        const auto why = failure_of(phone, context);
        CHECK(std::chrono::steady_clock::now() - begun < session_limit / 2);
        CHECK(why.cause == "exit_74");
        CHECK(why.phone == device::reached::all);
        CHECK(why.message.contains("exited with code 74"));
    }
}

TEST_CASE("a runner's exit says more than the end of its connections before", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
    boost::asio::steady_timer later(context, 50ms);
    phone.come = [&] {
        phone.session.hang_up();
        later.async_wait([&](const boost::system::error_code&) {
            phone.ends->note({.process = 42, .signal = 9});
        });
    };
    const auto why = failure_of(phone, context);
    CHECK(why.cause == "signal_9");
    CHECK(why.message.contains("exited by signal 9"));
}

TEST_CASE("a runner that exits later ends its session", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
    run_session(phone, context, session_kind::ios_17,
                [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE(started);
                    phone.ends->note({.process = 42, .exit_code = 0});
                    const auto ended = co_await started->until_ended();
                    CHECK(ended.cause == "exit_0");
                });
}

TEST_CASE("a runner with its configuration in a file need not ask for it", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_14);
    phone.come = [&] { phone.open_driver(); };
    run_session(phone, context, runner_start::new_plan(session_kind::ios_14), "/container",
                session_limit, [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE(started);
                    CHECK(phone.steps.back() == tests_begun);
                    co_return;
                });
}

TEST_CASE("a runner's report on the daemon's channel is acknowledged", "[runner_start]")
{
    boost::asio::io_context context;
    fake_testmanagerd phone(context.get_executor(), session_kind::ios_17);
    std::uint32_t report = 0;
    phone.come = [&] {
        report = phone.session.call(-1, "_XCT_logDebugMessage:", {dtx::archived("a")}, true);
        phone.open_driver();
        phone.ask();
    };
    run_session(phone, context, session_kind::ios_17,
                [&](device::result<test_session> started) -> awaitable<void> {
                    REQUIRE(started);
                    const auto is_acknowledgement = [&](const heard_message& each) {
                        return each.header.identifier == report && each.header.conversation == 1 &&
                               each.kind == dtx::payload_kind::nothing;
                    };
                    CHECK(std::ranges::any_of(phone.session.messages, is_acknowledgement));
                    co_return;
                });
}

} // namespace thimble::tests
