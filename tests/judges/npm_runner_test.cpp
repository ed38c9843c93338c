// Programs of others start the runner of virtual phones, in each way that they know, and apps.
#include "tests/catch2.hpp"
#include "tests/e2e/kept_port.hpp"
#include "tests/judges/go_ios_tunnels.hpp"
#include "tests/judges/judged_phone.hpp"
#include "tests/judges/remote_relay.hpp"

#include <csignal>
#include <fstream>

namespace thimble::judges {

namespace {

constexpr auto starting_program = THIMBLE_GO_IOS;
constexpr auto runner = "com.facebook.WebDriverAgentRunner.xctrunner";
constexpr auto notes = "com.apple.mobilenotes";
constexpr auto home_screen = "com.apple.springboard";
constexpr auto long_enough = 60s; // of a busy computer

std::string runner_of(const e2e::virtual_phone& phone)
{
    return phone.facts().at("runner").get<std::string>();
}

std::string front_of(const e2e::virtual_phone& phone)
{
    return phone.facts().at("front_app").get<std::string>();
}

bool becomes(const e2e::virtual_phone& phone, const char* state)
{
    return e2e::eventually(long_enough, [&] { return runner_of(phone) == state; });
}

/// The errors for which runners could not automate: "domain code".
std::vector<std::string> failures_of(const e2e::virtual_phone& phone)
{
    std::vector<std::string> result;
    for (const auto& event : phone.events_of("runner_failed"))
        result.push_back(event.at("domain").get<std::string>() + " " + event.at("code").dump());
    return result;
}

/// True if WebDriverAgent's port is served; go-ios forwards to it.
bool answers(const e2e::virtual_phone& phone, const e2e::environment& variables)
{
    const e2e::kept_port here;
    const e2e::program forward(
        starting_program,
        {"forward", std::to_string(here.number()), "8100", "--udid=" + phone.udid()}, variables);
    return e2e::eventually(long_enough, [&] {
        try {
            const auto status = e2e::http_client(here.number()).get("/status");
            return status.status == 200 && status.json().at("value").at("ready") == true;
        } catch (const std::exception&) {
            return false; // not listening yet
        }
    });
}

/// Starts the runner, keeps it while it runs itself, and is asked to end then.
void check_session(e2e::program& host,
                   const e2e::virtual_phone& phone,
                   const e2e::environment& variables,
                   int ending)
{
    INFO(host.command_line());
    const bool started = becomes(phone, "running");
    INFO(host.output() << host.errors());
    REQUIRE(started);
    CHECK(answers(phone, variables));
    CHECK(runner_of(phone) == "running");
    CHECK(front_of(phone) == home_screen);
    CHECK(failures_of(phone).empty());
    host.send_signal(ending);
    CHECK(host.wait(long_enough));
    CHECK(becomes(phone, "dead"));
}

e2e::arguments session_of_go_ios(const e2e::virtual_phone& phone)
{
    return {"runwda", "--bundleid=" + std::string(runner),
            "--testrunnerbundleid=" + std::string(runner),
            "--xctestconfig=WebDriverAgentRunner.xctest", "--udid=" + phone.udid()};
}

/// As Xcode writes it for a runner that is built and not run.
std::string test_run()
{
    return R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>WebDriverAgentRunner</key><dict>
<key>TestBundlePath</key><string>__TESTHOST__/PlugIns/WebDriverAgentRunner.xctest</string>
<key>TestHostBundleIdentifier</key><string>)" +
           std::string(runner) + R"(</string>
<key>TestHostPath</key><string>__TESTROOT__/WebDriverAgentRunner-Runner.app</string>
<key>IsUITestBundle</key><true/></dict>
<key>__xctestrun_metadata__</key><dict><key>FormatVersion</key><integer>1</integer></dict>
</dict></plist>)";
}

/// appium-ios-remotexpc with one of the orders of remote_runner.mjs.
e2e::arguments
by_remotexpc(const e2e::virtual_phone& phone, const go_ios_tunnels& through, const char* order)
{
    return {THIMBLE_JUDGES_DIR "/remote_runner.mjs", phone.udid(), std::to_string(through.agent()),
            order, runner};
}

/// A phone whose runner is installed and does not run, and a tunnel to it.
class phone_in_tunnel {
public:
    explicit phone_in_tunnel(const std::string& description, const char* device_time = "1")
        : phones_({.phones = {description}, .device_time = device_time}), tunnels(phones_),
          phone(phones_.at(0))
    {
        REQUIRE(tunnels.has_tunnel_to(phone));
    }

    e2e::run_result ask(const char* order) const
    {
        return e2e::run("node", by_remotexpc(phone, tunnels, order), relay_variables(tunnels),
                        long_enough);
    }

private:
    e2e::virtual_phones phones_;

public:
    go_ios_tunnels tunnels;
    e2e::virtual_phone phone;
};

std::string with_ios(const std::string& ios)
{
    return "iPhone 15 Pro,runner=dead,ios=" + ios;
}

} // namespace

TEST_CASE("go-ios starts a runner over lockdown and keeps it", "[judges]")
{
    const judged_phone judged("iPhone SE 2,ios=16.7,runner=dead");
    const auto phone = judged.phone();
    REQUIRE(judged.judge(starting_program, {"pair", "--udid=" + phone.udid()}).code == 0);
    e2e::program host(starting_program, session_of_go_ios(phone), judged.variables());
    check_session(host, phone, judged.variables(), SIGINT);
}

TEST_CASE("go-ios starts a runner through its tunnel and keeps it", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "27");
    INFO(ios);
    const phone_in_tunnel on(with_ios(ios));
    e2e::program host(starting_program, session_of_go_ios(on.phone), on.tunnels.variables());
    check_session(host, on.phone, on.tunnels.variables(), SIGINT);
}

TEST_CASE("go-ios runs a test bundle of its own choice", "[judges]")
{
    const phone_in_tunnel on(with_ios("18.5"));
    auto session = session_of_go_ios(on.phone);
    SECTION("by names")
    {
        session = {"runtest", "--bundle-id=" + std::string(runner),
                   "--test-runner-bundle-id=" + std::string(runner),
                   "--xctest-config=WebDriverAgentRunner.xctest", "--udid=" + on.phone.udid()};
    }
    SECTION("by a file of Xcode's")
    {
        const auto file = on.tunnels.home() / "runner.xctestrun";
        std::ofstream(file) << test_run();
        session = {"runxctest", "--xctestrun-file-path=" + file.string(),
                   "--udid=" + on.phone.udid()};
    }
    e2e::program host(starting_program, session, on.tunnels.variables());
    check_session(host, on.phone, on.tunnels.variables(), SIGINT);
}

TEST_CASE("go-ios reads why a runner cannot test", "[judges]")
{
    const auto* const ios = GENERATE("16.7", "18.5");
    INFO(ios);
    const e2e::virtual_phones phones({.phones = {with_ios(ios) + ",automation=off"}});
    const auto phone = phones.at(0);
    const go_ios_tunnels tunnels(phones);
    REQUIRE((std::string_view(ios) == "16.7" || tunnels.has_tunnel_to(phone)));
    const auto ended =
        e2e::run(starting_program, session_of_go_ios(phone), tunnels.variables(), long_enough);
    INFO(ended.output << ended.errors);
    CHECK(ended.code > 0);
    CHECK(ended.errors.contains("Error code: 41, Domain: XCTDaemonErrorDomain"));
    CHECK(failures_of(phone) == std::vector<std::string>{"XCTDaemonErrorDomain 41"});
    CHECK(runner_of(phone) == "dead");
}

TEST_CASE("go-ios starts no runner while the phone is locked", "[judges]")
{
    const phone_in_tunnel on(with_ios("26") + ",passcode=123456");
    on.phone.make("lock");
    const auto ended = e2e::run(starting_program, session_of_go_ios(on.phone),
                                on.tunnels.variables(), long_enough);
    INFO(ended.output << ended.errors);
    CHECK(ended.code > 0);
    CHECK(runner_of(on.phone) == "dead");
    CHECK(on.phone.facts().at("locked") == true);
}

TEST_CASE("go-ios ends when the runner that it has started dies", "[judges]")
{
    const phone_in_tunnel on(with_ios("18.5"));
    e2e::program host(starting_program, session_of_go_ios(on.phone), on.tunnels.variables());
    REQUIRE(becomes(on.phone, "running"));
    on.phone.make("runner", {{"state", "dead"}});
    CHECK(host.wait(long_enough));
    CHECK(runner_of(on.phone) == "dead");
}

TEST_CASE("appium-ios-remotexpc starts a runner in a test session and keeps it", "[judges]")
{
    // In front a runner serves with older images only: see below.
    const auto [ios, order] =
        GENERATE(table<const char*, const char*>({{"18.5", "session"},
                                                  {"26", "session"},
                                                  {"27", "session"},
                                                  {"18.5", "session-in-front"},
                                                  {"26", "session-in-front"}}));
    INFO(ios << ' ' << order);
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    const phone_in_tunnel on(with_ios(ios));
    e2e::program host("node", by_remotexpc(on.phone, on.tunnels, order),
                      relay_variables(on.tunnels));
    check_session(host, on.phone, on.tunnels.variables(), SIGTERM);
    const auto told = last_object_in(host.output());
    INFO(host.output() << host.errors());
    REQUIRE(told.is_object());
    CHECK(told.at("heard") ==
          nlohmann::json::array({"testRunnerReady", "_XCT_didBeginExecutingTestPlan", "log"}));
}

TEST_CASE("appium-ios-remotexpc hears that a runner in front dies on iOS 27", "[judges]")
{
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    const phone_in_tunnel on(with_ios("27"), "0.1");
    const auto judged = on.ask("session-in-front");
    INFO(judged.output << judged.errors);
    REQUIRE(judged.code == 0);
    const auto told = last_object_in(judged.output);
    REQUIRE(told.is_object());
    CHECK(told.at("status") == "failed");
    CHECK(told.at("heard") ==
          nlohmann::json::array(
              {"testRunnerReady", "_XCT_initializationForUITestingDidFailWithError:"}));
    CHECK(failures_of(on.phone) ==
          std::vector<std::string>{"com.apple.dt.xctest.ui-testing.error 10300"});
    CHECK(runner_of(on.phone) == "dead");
}

TEST_CASE("appium-ios-remotexpc launches a runner without XCTest, which outlives it", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "27");
    INFO(ios);
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    const phone_in_tunnel on(with_ios(ios) + ",frameworks=removed");
    const auto launched = on.ask("launch");
    INFO(launched.output << launched.errors);
    REQUIRE(launched.code == 0);
    REQUIRE(becomes(on.phone, "running"));
    CHECK(answers(on.phone, on.tunnels.variables()));
    CHECK(front_of(on.phone) == home_screen);
    const auto process = last_object_in(launched.output).at("process");

    const auto ended = on.ask("end");
    INFO(ended.output << ended.errors);
    REQUIRE(ended.code == 0);
    CHECK(last_object_in(ended.output) == nlohmann::json{{"process", process}, {"left", 0}});
    CHECK(becomes(on.phone, "dead"));
}

TEST_CASE("go-ios launches an app, lists it and ends it", "[judges]")
{
    const auto* const ios = GENERATE("16.7", "18.5", "27");
    INFO(ios);
    const e2e::virtual_phones phones({.phones = {with_ios(ios)}});
    const auto phone = phones.at(0);
    const go_ios_tunnels tunnels(phones);
    const bool in_tunnel = std::string_view(ios) != "16.7";
    REQUIRE((!in_tunnel || tunnels.has_tunnel_to(phone)));
    const auto names = [&] {
        const auto listed = tunnels.ask({"ps", "--apps"}, phone);
        INFO(listed.output << listed.errors);
        CHECK(listed.code == 0);
        std::vector<std::string> result;
        for (const auto& each : nlohmann::json::parse(listed.output))
            result.push_back(each.at("Name"));
        return result;
    };
    CHECK(names().empty());

    tunnels.ask({"launch", notes}, phone);
    REQUIRE(front_of(phone) == notes);
    CHECK(names() == std::vector<std::string>{"Notes"});

    tunnels.ask({"kill", notes}, phone);
    CHECK(front_of(phone) == home_screen);
    CHECK(names().empty());
}

TEST_CASE("a runner that go-ios launches as an app dies in front on iOS 27", "[judges]")
{
    const auto* const described = GENERATE("27", "18.5,image=xcode27");
    INFO(described);
    const phone_in_tunnel on(with_ios(described) + ",frameworks=removed", "0.1");
    const auto launched = on.tunnels.ask({"launch", runner}, on.phone);
    INFO(launched.output << launched.errors);
    CHECK(launched.code == 0);
    REQUIRE(e2e::eventually(long_enough, [&] { return !failures_of(on.phone).empty(); }));
    CHECK(failures_of(on.phone) ==
          std::vector<std::string>{"com.apple.dt.xctest.ui-testing.error 10300"});
    CHECK(e2e::eventually(long_enough, [&] { return front_of(on.phone) == home_screen; }));
    CHECK(runner_of(on.phone) == "dead");
}

TEST_CASE("a runner that go-ios launches as an app serves with older images", "[judges]")
{
    const phone_in_tunnel on(with_ios("18.5,frameworks=removed"));
    on.tunnels.ask({"launch", runner}, on.phone);
    REQUIRE(becomes(on.phone, "running"));
    CHECK(answers(on.phone, on.tunnels.variables()));
    CHECK(front_of(on.phone) == home_screen);
    on.tunnels.ask({"kill", runner}, on.phone);
    CHECK(becomes(on.phone, "dead"));
}

} // namespace thimble::judges
