// Apps launched and ended by process control.
#include "device/runner_start/process_control.hpp"
#include "tests/catch2.hpp"
#include "tests/device/dtx/fake_dtx_service.hpp"
#include "tests/device/run_until_done.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using heard_message = fake_dtx_service::heard_message;
namespace runner_start = device::runner_start;
using runner_start::process_control;

constexpr auto long_limit = 20s;
constexpr std::string_view launch_selector =
    "launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:";

/// Launches process 77 once it has refused `times`.
fake_dtx_service::handler launching_after(int times, dtx::ns_error why)
{
    return
        [times, why = std::move(why)](fake_dtx_service& self, const heard_message& what) mutable {
            if (what.selector == "_requestChannelWithCode:identifier:")
                self.answer(what, dtx::null{});
            else if (what.selector == launch_selector && times-- > 0)
                self.refuse(what, why);
            else if (what.selector == launch_selector)
                self.answer(what, std::int64_t{77});
            else if (what.header.wants_reply)
                self.answer(what, dtx::null{});
        };
}

dtx::ns_error busy()
{
    return {.domain = "com.apple.dt.deviceprocesscontrolservice", .code = 2};
}

template <class Body>
void control(boost::asio::io_context& context,
             fake_dtx_service& service,
             std::function<void(const runner_start::process_end&)> on_end,
             Body body)
{
    const auto whole = [&]() -> awaitable<bool> {
        auto opened =
            co_await process_control::open(service.connect(), std::move(on_end), long_limit);
        REQUIRE(opened);
        co_await body(*opened);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

} // namespace

TEST_CASE("an app is launched with its environment and options", "[runner_start]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), launching_after(0, {}));
    control(context, service, {}, [&](process_control& opened) -> awaitable<void> {
        runner_start::launch_request what{.bundle_id = "org.example.app",
                                          .variables = {{"USE_PORT", "8100"}},
                                          .arguments = {"-a"}};
        const auto process = co_await opened.launch(std::move(what), long_limit);
        REQUIRE(process);
        CHECK(*process == 77);
        REQUIRE(service.messages.size() == 2);
        CHECK(service.messages[0].arguments.at(1) ==
              dtx::value("com.apple.instruments.server.services.processcontrol"));
        const dtx::dictionary options{
            {"StartSuspendedKey", false}, {"KillExisting", true}, {"ActivateSuspended", true}};
        const dtx::list expected{"/private/", "org.example.app",
                                 dtx::dictionary{{"USE_PORT", "8100"}}, dtx::list{"-a"}, options};
        CHECK(service.messages[1].arguments == expected);
        CHECK(service.messages[1].header.channel == 1);
    });
}

TEST_CASE("a launch is tried again while the phone cannot just now", "[runner_start]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), launching_after(3, busy()));
    control(context, service, {}, [&](process_control& opened) -> awaitable<void> {
        const auto begun = std::chrono::steady_clock::now();
        const auto process = co_await opened.launch({.bundle_id = "a"}, long_limit, 10ms);
        REQUIRE(process);
        CHECK(*process == 77);
        CHECK(service.messages.size() == 5);                     // with the channel
        CHECK(std::chrono::steady_clock::now() - begun >= 60ms); // once, twice, three times that
    });
}

TEST_CASE("the process of an app that runs is found", "[runner_start]")
{
    boost::asio::io_context context;
    const auto answer_with = [&](dtx::value process) {
        return [process = std::move(process)](fake_dtx_service& self, const heard_message& what) {
            if (what.selector == "processIdentifierForBundleIdentifier:")
                self.answer(what, process);
            else if (what.header.wants_reply)
                self.answer(what, dtx::null{});
        };
    };
    const auto found_with = [&](dtx::value process) {
        std::optional<runner_start::process_id> found;
        fake_dtx_service service(context.get_executor(), answer_with(std::move(process)));
        control(context, service, {}, [&](process_control& opened) -> awaitable<void> {
            const auto asked = co_await opened.find("a", long_limit);
            REQUIRE(asked);
            found = *asked;
        });
        return found;
    };
    CHECK(found_with(std::int64_t{77}) == 77);
    CHECK_FALSE(found_with(std::int64_t{0}));
    CHECK_FALSE(found_with(dtx::null{}));
}

TEST_CASE("a refused launch tells the reasons beneath it", "[runner_start]")
{
    boost::asio::io_context context;
    const dtx::ns_error underlying{
        .domain = "FBSOpenApplicationErrorDomain",
        .code = 7,
        .user_info = {{"NSLocalizedFailureReason", "The device was not unlocked."}}};
    const dtx::ns_error why{.domain = "org.example",
                            .code = 1,
                            .user_info = {{"NSLocalizedDescription", "Failed to launch."},
                                          {"NSLocalizedFailureReason", "It would not."},
                                          {"NSUnderlyingError", underlying}}};
    fake_dtx_service service(context.get_executor(), launching_after(9, why));
    control(context, service, {}, [&](process_control& opened) -> awaitable<void> {
        const auto process = co_await opened.launch({.bundle_id = "a"}, long_limit, 1ms);
        REQUIRE_FALSE(process);
        const auto& message = process.error().message;
        INFO(message);
        CHECK(message.contains("org.example 1: Failed to launch."));
        CHECK(message.contains("It would not."));
        CHECK(message.contains("FBSOpenApplicationErrorDomain 7: The device was not unlocked."));
    });
}

TEST_CASE("a launch is given up after four tries, or a refusal that stays", "[runner_start]")
{
    boost::asio::io_context context;
    const auto messages_of = [&](dtx::ns_error why) {
        fake_dtx_service service(context.get_executor(), launching_after(9, std::move(why)));
        control(context, service, {}, [&](process_control& opened) -> awaitable<void> {
            const auto process = co_await opened.launch({.bundle_id = "a"}, long_limit, 1ms);
            REQUIRE_FALSE(process);
            CHECK(process.error().cause == "launch_refused");
        });
        return service.messages.size();
    };
    CHECK(messages_of(busy()) == 5);
    CHECK(messages_of({.domain = "FBSOpenApplicationServiceErrorDomain", .code = 1}) == 2);
}

TEST_CASE("processes are ended, and their ends heard of", "[runner_start]")
{
    boost::asio::io_context context;
    fake_dtx_service service(context.get_executor(), launching_after(0, {}));
    std::vector<runner_start::process_end> ends;
    const auto on_end = [&](const runner_start::process_end& what) { ends.push_back(what); };
    control(context, service, on_end, [&](process_control& opened) -> awaitable<void> {
        const auto observed = co_await opened.observe(77, long_limit);
        CHECK(observed);
        CHECK(service.messages.back().selector == "startObservingPid:");
        CHECK(service.messages.back().arguments == dtx::list{std::int64_t{77}});
        CHECK(service.messages.back().header.wants_reply);
        const auto killed = co_await opened.kill(77, long_limit);
        CHECK(killed);
        const auto& kill = service.messages.back();
        CHECK(kill.selector == "killPid:");
        CHECK(kill.arguments == dtx::list{std::int64_t{77}});
        CHECK_FALSE(kill.header.wants_reply);
        const dtx::arguments end{dtx::archived(std::int64_t{77}), dtx::no_argument{},
                                 dtx::archived(std::int64_t{9})};
        service.call(-1, "processWithPID:terminatedWithExitCode:orCrashingSignal:", end, true);
        while (ends.empty())
            co_await boost::asio::post(boost::asio::use_awaitable);
        CHECK(ends.front() == runner_start::process_end{.process = 77, .signal = 9});
    });
}

} // namespace thimble::tests
