// The hub's channels: processes that are started, listed and ended.
#include "tests/virtualphone/instruments/test_bench.hpp"

namespace thimble::virtualphone::tests {
namespace {

constexpr auto sketch = "com.thimble.sketch";
constexpr auto launch_errors = "com.apple.dt.deviceprocesscontrolservice";
constexpr auto device_info = "com.apple.instruments.server.services.deviceinfo";

std::int64_t process_named(const dtx::message& reply, std::string_view name)
{
    const auto* all = reply.payload.as<dtx::list>();
    REQUIRE(all != nullptr);
    for (const dtx::object& each : *all) {
        const auto& entry = *each.as<dtx::dictionary>();
        CHECK(dtx::member<bool>(entry, "isApplication") != nullptr);
        CHECK(dtx::member<std::string>(entry, "realAppName") != nullptr);
        if (*dtx::member<std::string>(entry, "name") == name)
            return *dtx::member<std::int64_t>(entry, "pid");
    }
    return 0;
}

} // namespace

TEST_CASE("an app is launched, listed and killed", "[instruments]")
{
    test_bench bench;
    auto hub = bench.hub();
    auto info = bench.hub(device_info);
    CHECK(process_named(info.ask("runningProcesses"), "SpringBoard") > 0);
    CHECK(process_named(info.ask("runningProcesses"), "Sketch") == 0);
    const auto process = number_in(launch(hub, {.bundle_id = sketch, .behind = false}));
    CHECK(process > 0);
    CHECK(bench.device.os.front_app() == sketch);
    CHECK(process_named(info.ask("runningProcesses"), "Sketch") == process);
    CHECK(number_in(hub.ask("processIdentifierForBundleIdentifier:", {dtx::object(sketch)})) ==
          process);
    CHECK(hub.ask("killPid:", {dtx::object(process)}) == dtx::message());
    CHECK_FALSE(bench.device.os.runs(sketch));
    CHECK(domain_in(hub.ask("killPid:", {dtx::object(process)})) == launch_errors);
    CHECK(number_in(hub.ask("processIdentifierForBundleIdentifier:", {dtx::object(sketch)})) == 0);
}

TEST_CASE("an app that is launched suspended leaves the front to others", "[instruments]")
{
    test_bench bench;
    auto hub = bench.hub();
    const auto process = number_in(launch(hub, {.bundle_id = sketch}));
    CHECK(bench.device.os.runs(sketch));
    CHECK(bench.device.os.front_app() == "com.apple.springboard");
    CHECK(number_in(launch(hub, {.bundle_id = sketch, .anew = false})) == process);
    CHECK(number_in(launch(hub, {.bundle_id = sketch})) != process);
    const dtx::message refused = hub.ask("sendSignal:toPid:", {std::int32_t{9}, dtx::object(1)});
    CHECK(domain_in(refused) == launch_errors);
    CHECK(*dtx::member<std::int64_t>(refused.payload.as<dtx::instance>()->fields, "NSCode") == 3);
}

TEST_CASE("a launch is refused in words", "[instruments]")
{
    test_bench bench("18.5", {"U", "Test Phone", "123456", false});
    auto hub = bench.hub();
    CHECK(domain_in(launch(hub, {.bundle_id = "com.example.none"})) == launch_errors);
    bench.device.untrusted_apps.insert(runner_id);
    const dtx::message untrusted = launch(hub, {});
    CHECK(domain_in(untrusted) == launch_errors);
    const auto& fields = untrusted.payload.as<dtx::instance>()->fields;
    CHECK(*dtx::member<std::int64_t>(fields, "NSCode") == 2);
    const auto* details = dtx::member<dtx::dictionary>(fields, "NSUserInfo");
    REQUIRE(details != nullptr);
    const auto* reason = dtx::member<std::string>(*details, "NSLocalizedFailureReason");
    REQUIRE(reason != nullptr);
    CHECK(reason->find("explicitly trusted") != std::string::npos);
    bench.device.os.lock(bench.device.clock.now());
    CHECK(domain_in(launch(hub, {.bundle_id = sketch})) == launch_errors);
}

TEST_CASE("a runner that is not installed is not launched", "[instruments]")
{
    test_bench bench("18.5", {"U", "Test Phone", {}, false, false});
    auto hub = bench.hub();
    CHECK(domain_in(launch(hub, {})) == launch_errors);
}

TEST_CASE("a runner that has run from the beginning is a process, and is killed", "[instruments]")
{
    test_bench bench;
    bench.agent.set_runner(runner::running);
    auto hub = bench.hub();
    auto info = bench.hub(device_info);
    const auto process = process_named(info.ask("runningProcesses"), "WebDriverAgentRunner-Runner");
    CHECK(process > 0);
    CHECK(number_in(launch(hub, {.anew = false})) == process);
    CHECK(bench.serves());
    hub.desk.call({.id = 90, .channel = 1}, "killPid:", {dtx::object(process)});
    CHECK_FALSE(bench.serves());
}

TEST_CASE("the hub has no other channels and calls", "[instruments]")
{
    test_bench bench;
    auto hub = bench.hub();
    hub.desk.open_channel(80, 2, "com.apple.instruments.server.services.nobody");
    CHECK(hub.desk.take().what == dtx::message());
    CHECK(hub.desk.take().selector() == "_channelCanceled:");
    CHECK(domain_in(hub.ask("suspendPid:")) == "DTXConnection");
    CHECK(domain_in(launch(hub, {.bundle_id = ""})) == launch_errors);
}

} // namespace thimble::virtualphone::tests
