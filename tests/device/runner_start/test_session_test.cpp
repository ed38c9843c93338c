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
        : kind_(kind), session(home, [this](auto&, const auto& what) { hear(what, session); }),
          control(home, [this](auto&, const auto& what) { hear(what, control); })
    {
    }

    awaitable<device::result<runner_start::process_id>> launch(runner_start::launch_request what)
    {
        steps.push_back("launch " + what.bundle_id);
        if (kind_ == session_kind::ios_14)
            run();
        co_return 42;
    }

    bool authorizes = true;
    std::vector<std::string> steps;
    dtx::value configuration; // that the runner was given

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
                run();
        } else if (what.selector.contains("apabilities:")) {
            over.answer(what, runner_start::xct_capabilities(dtx::dictionary()));
        } else if (what.header.wants_reply) {
            over.answer(what, dtx::null{});
        }
    }

    void run()
    {
        session.call(0, "_requestChannelWithCode:identifier:",
                     {std::int32_t{1},
                      dtx::archived("dtxproxy:XCTestDriverInterface:XCTestManager_IDEInterface")},
                     true);
        session.call(1, runner_ready,
                     {dtx::archived(runner_start::xct_capabilities(dtx::dictionary()))}, true);
    }

    session_kind kind_;

public:
    fake_dtx_service session;
    fake_dtx_service control;
};

template <class Body>
void run_session(fake_testmanagerd& phone,
                 boost::asio::io_context& context,
                 session_kind kind,
                 Body body)
{
    const auto whole = [&]() -> awaitable<bool> {
        const auto launch = [&](runner_start::launch_request what) {
            return phone.launch(std::move(what));
        };
        runner_start::session_streams over{.session = phone.session.connect(),
                                           .control = phone.control.connect()};
        runner_start::runner_app which{
            .bundle_id = "org.example.runner", .path = "/a/Runner.app", .test_bundle = "Driver"};
        auto started = co_await test_session::start(std::move(over), launch, std::move(which),
                                                    runner_start::new_plan(kind), session_limit);
        co_await body(std::move(started));
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
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

} // namespace thimble::tests
