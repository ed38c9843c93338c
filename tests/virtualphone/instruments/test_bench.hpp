// A phone, a host's connections to its services of DTX, and what a host says to start a runner.
#pragma once

#include "tests/virtualphone/dtx/host_line.hpp"
#include "virtualphone/instruments/service_hub.hpp"
#include "virtualphone/wda/web_driver_agent.hpp"

namespace thimble::virtualphone::tests {

inline constexpr auto runner_id = "com.facebook.WebDriverAgentRunner.xctrunner";
inline constexpr auto process_control = "com.apple.instruments.server.services.processcontrol";
inline const dtx::uuid session_id{{0xAB, 1, 2, 3}};
inline constexpr auto session_text = "AB010203-0000-0000-0000-000000000000";

struct launch_options {
    const char* bundle_id = runner_id;
    const char* session = session_text;
    bool behind = true;
    bool anew = true;
    std::string configuration{}; // path of its file
};

/// One connection with its channel 1 open.
class test_connection {
public:
    test_connection(boost::asio::io_context& context,
                    dtx::channel_opener opener,
                    const char* identifier)
        : desk(context, std::move(opener))
    {
        CHECK(desk.take().selector() == "_notifyOfPublishedCapabilities:");
        desk.open_channel(1, 1, identifier);
        CHECK(desk.take().what == dtx::message());
    }

    /// The reply to a call on channel 1.
    dtx::message ask(std::string selector, std::vector<dtx::argument> arguments = {})
    {
        desk.call({.id = ++latest_, .channel = 1, .wants_reply = true}, std::move(selector),
                  std::move(arguments));
        heard reply = desk.take();
        CHECK(reply.about == dtx::envelope{.id = latest_, .conversation = 1, .channel = 1});
        return std::move(reply.what);
    }

    /// A call of the phone, which has to be the next thing that it says.
    heard called(std::string_view selector)
    {
        heard call = desk.take();
        CHECK(call.selector() == selector);
        CHECK(call.about.wants_reply);
        return call;
    }

    void answer(const heard& call, const dtx::message& with = {})
    {
        desk.send({.id = call.about.id, .conversation = 1, .channel = call.about.channel}, with);
    }

    dtx_desk desk;

private:
    std::uint32_t latest_ = 0;
};

/// Its own waits cost no time. The runner does not run.
struct test_bench {
    explicit test_bench(const char* ios = "18.5", identity who = {"U", "Test Phone", {}, false})
        : device(*find_model("iPhone 15 Pro"), *find_ios_profile(ios), std::move(who), 0),
          agent(context.get_executor(), device)
    {
        agent.set_runner(runner::dead);
    }

    test_connection hub(const char* channel = process_control)
    {
        return {context, instruments::channels(device, shared), channel};
    }

    test_connection test_manager()
    {
        return {context, shared.tests.channels(device),
                "dtxproxy:XCTestManager_IDEInterface:XCTestManager_DaemonConnectionInterface"};
    }

    bool serves() const
    {
        return device.ports.find(web_driver_agent::command_port) != nullptr &&
               device.runner == runner::running;
    }

    /// Long enough for a runner to look around.
    void wait()
    {
        context.restart();
        context.run_for(std::chrono::milliseconds(600));
    }

    boost::asio::io_context context{1}; // outlives the timers of the others
    phone device;
    coredevice::shared_state shared;
    web_driver_agent agent;
};

inline dtx::object capabilities_object()
{
    return dtx::instance{"XCTCapabilities",
                         {{"capabilities-dictionary", dtx::dictionary{{"XCTIssue", 1}}}}};
}

inline dtx::message configuration(const dtx::object& session)
{
    return {.kind = dtx::message_kind::value,
            .payload = dtx::instance{"XCTestConfiguration", {{"sessionIdentifier", session}}}};
}

inline dtx::message launch(test_connection& hub, const launch_options& how)
{
    const dtx::dictionary environment{{"XCTestSessionIdentifier", how.session},
                                      {"XCTestConfigurationFilePath", how.configuration}};
    const dtx::dictionary options{{"StartSuspendedKey", false},
                                  {"KillExisting", how.anew},
                                  {"ActivateSuspended", how.behind}};
    return hub.ask(
        "launchSuspendedProcessWithDevicePath:bundleIdentifier:environment:arguments:options:",
        {dtx::object(""), dtx::object(how.bundle_id), dtx::object(environment),
         dtx::object(dtx::list()), dtx::object(options)});
}

/// The number in a reply; the test fails when there is none.
inline std::int64_t number_in(const dtx::message& reply)
{
    CHECK(reply.kind == dtx::message_kind::value);
    const auto* number = reply.payload.as<std::int64_t>();
    REQUIRE(number != nullptr);
    return *number;
}

inline std::string domain_in(const dtx::message& reply)
{
    CHECK(reply.kind == dtx::message_kind::error);
    const auto* error = reply.payload.as<dtx::instance>();
    REQUIRE(error != nullptr);
    const auto* domain = dtx::member<std::string>(error->fields, "NSDomain");
    REQUIRE(domain != nullptr);
    return *domain;
}

} // namespace thimble::virtualphone::tests
