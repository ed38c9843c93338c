// Runners that thimbled starts and keeps running, on phones of either way to them.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// For every program that the test starts.
[[maybe_unused]] const int runner_tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

constexpr auto in_lockdown = "iPhone SE 2,ios=16.7,runner=dead";
constexpr auto in_tunnel = "iPhone 15 Pro,ios=18.5,runner=dead";
constexpr auto start_limit = 60s;

/// A phone whose runner is installed and does not run, and a thimbled.
class phone_with_runner {
public:
    explicit phone_with_runner(const std::string& model, const arguments& more = {})
        : phones_({.phones = {model}}), phone(phones_.at(0)), daemon(phones_, more)
    {
    }

    bool becomes_ready() const { return daemon.until_ready(phone, start_limit); }

    bool becomes_unready() const
    {
        return eventually(start_limit, [&] {
            return daemon.record_of(phone).at("readiness").at("ready") == false;
        });
    }

    /// True once the first blocker has this code, and these words in its remedy or message.
    bool becomes(const std::string& code, const std::string& words = {}) const
    {
        return eventually(start_limit, [&] {
            const auto record = daemon.record_of(phone);
            if (record.is_null() || record.at("readiness").at("blockers").empty())
                return false;
            const auto& first = record.at("readiness").at("blockers").at(0);
            return first.at("code") == code && first.dump().contains(words);
        });
    }

    std::string runner() const { return phone.facts().at("runner").get<std::string>(); }
    std::string name() const { return phone.facts().at("name").get<std::string>(); }
    void kill_runner() const { phone.make("runner", {{"state", "dead"}}); }

    void trust_runner(const char* state) const
    {
        phone.make("app_trust", {{"bundle_id", "com.facebook.WebDriverAgentRunner.xctrunner"},
                                 {"state", state}});
    }

    /// `thimbled runner WHAT`, beside the one that runs or without it.
    run_result ask(const std::string& what, const arguments& more = {}) const
    {
        arguments words{"runner", what, "--json"};
        words.insert(words.end(), more.begin(), more.end());
        return run("thimbled", words, daemon.home().variables(phones_), start_limit);
    }

    /// thimbled is gone when it returns.
    void end_daemon()
    {
        daemon.process().send_signal(SIGTERM);
        REQUIRE(daemon.process().wait(30s));
    }

private:
    virtual_phones phones_;

public:
    virtual_phone phone;
    thimble_system daemon;
};

} // namespace

TEST_CASE("an installed runner is started, and started again when it has died", "[e2e]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    const phone_with_runner on(model);
    REQUIRE(on.becomes_ready());
    CHECK(
        on.daemon.api().post(on.daemon.path(on.phone, "/tap"), R"({"x": 100, "y": 300})").status ==
        200);
    on.kill_runner();
    REQUIRE(on.becomes_unready());
    CHECK(on.becomes_ready());
    CHECK(on.runner() == "running");
}

TEST_CASE("the runner ends with the thimbled that started it", "[e2e]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    phone_with_runner on(model);
    REQUIRE(on.becomes_ready());
    on.end_daemon();
    CHECK(eventually(5s, [&] { return on.runner() == "dead"; }));
}

TEST_CASE("a runner without XCTest is started alone, and ends with thimbled as well", "[e2e]")
{
    phone_with_runner on(std::string(in_tunnel) + ",frameworks=removed,trust=ask");
    on.phone.make("fault", {{"service", "testmanagerd"}, {"kind", "refuse"}, {"count", 1000}});
    on.phone.make("trust", {{"state", "yes"}});
    REQUIRE(on.becomes_ready());
    on.end_daemon();
    CHECK(eventually(5s, [&] { return on.runner() == "dead"; }));
}

TEST_CASE("the way that led to a runner is the first one of the next thimbled", "[e2e][local]")
{
    const virtual_phones phones({.phones = {std::string(in_tunnel) + ",frameworks=removed"}});
    const auto phone = phones.at(0);
    const auto home = std::make_shared<household>();
    const auto ways_of_start = [&] {
        thimble_system daemon(phones, home);
        REQUIRE(daemon.until_ready(phone, start_limit));
        daemon.process().send_signal(SIGTERM);
        REQUIRE(daemon.process().wait(30s));
        CHECK(eventually(5s, [&] { return phone.facts().at("runner") == "dead"; }));
        const auto log = daemon.process().errors();
        INFO(log);
        return std::pair(log.contains("by test session"), log.contains("by process control"));
    };
    phone.make("fault", {{"service", "testmanagerd"}, {"kind", "refuse"}, {"count", 1000}});
    CHECK(ways_of_start() == std::pair(true, true)); // nothing is known of it
    CHECK(ways_of_start() == std::pair(false, true));
    const auto kept = home->state.path() / "runner-ways.json";
    std::ofstream(kept, std::ios::trunc) << "nonsense";
    CHECK(ways_of_start() == std::pair(true, true));
    CHECK(std::filesystem::remove(kept));
    const json runner{{"udid", phone.udid()},
                      {"bundle_id", phone.facts().at("runner_id")},
                      {"installed", 1'700'000'000},
                      {"runner", true},
                      {"embeds_xctest", false}};
    std::ofstream(home->state.path() / "installed-apps.json")
        << json{{"version", 1}, {"apps", json::array({runner})}};
    std::filesystem::permissions(home->state.path() / "installed-apps.json",
                                 std::filesystem::perms::owner_read |
                                     std::filesystem::perms::owner_write);
    CHECK(ways_of_start() == std::pair(false, true)); // its package is known
}

TEST_CASE("a runner is stopped on request, and stays so until it is to be started", "[e2e]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    phone_with_runner on(model);
    REQUIRE(on.becomes_ready());
    const auto stopped = on.ask("stop", {"--phone", on.name()});
    INFO(stopped.output << stopped.errors);
    REQUIRE(stopped.code == 0);
    CHECK(json::parse(stopped.output).at("runner") == "stopped");
    CHECK(json::parse(stopped.output).at("phone") == on.phone.udid());
    CHECK(on.runner() == "dead");
    CHECK(on.becomes("DRIVER_NOT_RUNNING", "stopped on request"));
    CHECK(on.becomes("DRIVER_NOT_RUNNING", "`thimbled runner start`"));
    SECTION("until it is asked for")
    {
        const auto started = on.ask("start");
        INFO(started.output << started.errors);
        REQUIRE(started.code == 0);
        CHECK(json::parse(started.output).at("runner") == "kept");
        CHECK(on.becomes_ready());
        CHECK(on.runner() == "running");
    }
    SECTION("until the phone is plugged in again")
    {
        on.phone.make("unplug");
        REQUIRE(eventually(start_limit, [&] {
            const auto record = on.daemon.record_of(on.phone);
            return record.is_null() || record.at("connection_status") == "offline";
        }));
        on.phone.make("plug");
        CHECK(on.becomes_ready());
        CHECK(on.runner() == "running");
    }
}

TEST_CASE("what cannot be stopped or started is told with its reason", "[e2e]")
{
    phone_with_runner on("iPhone 15 Pro,ios=18.5"); // somebody else has started it
    REQUIRE(on.becomes_ready());
    const auto code_of = [](const run_result& answer) {
        const auto record = json::parse(answer.output);
        const auto context = record.value("context", json::object());
        return record.at("error").get<std::string>() + " " + context.value("cause", "");
    };
    const auto not_ours = on.ask("stop");
    CHECK(not_ours.code == 1);
    CHECK(code_of(not_ours) == "UNSUPPORTED_ACTION runner_of_somebody_else");
    CHECK(on.runner() == "running");
    const auto unknown = on.ask("stop", {"--phone", "Nobody's iPhone"});
    CHECK(unknown.code == 1);
    CHECK(code_of(unknown) == "PHONE_NOT_CONNECTED ");
    on.end_daemon();
    const auto alone = on.ask("start");
    CHECK(alone.code == 69);
    CHECK(code_of(alone) == "DAEMON_NOT_RUNNING ");
}

TEST_CASE("a runner of somebody else outlives thimbled", "[e2e]")
{
    phone_with_runner on("iPhone 15 Pro,ios=18.5");
    REQUIRE(on.becomes_ready());
    on.end_daemon();
    CHECK(on.runner() == "running");
}

TEST_CASE("the fourth death of a runner in ten minutes is told with what to do", "[e2e]")
{
    const phone_with_runner on(in_tunnel);
    for (int deaths = 1; deaths <= 4; ++deaths) {
        INFO(deaths);
        REQUIRE(on.becomes_ready());
        on.kill_runner();
        REQUIRE(on.becomes_unready());
    }
    CHECK(on.becomes("DRIVER_NOT_RUNNING", "again and again"));
    CHECK(on.runner() == "dead");
}

TEST_CASE("a certificate that is not trusted is told, and the runner started once it is", "[e2e]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    const phone_with_runner on(std::string(model) + ",trust=ask");
    on.trust_runner("no");
    on.phone.make("trust", {{"state", "yes"}});
    REQUIRE(on.becomes("DRIVER_NOT_TRUSTED", "VPN & Device Management"));
    on.trust_runner("yes");
    CHECK(on.becomes_ready());
}

TEST_CASE("UI Automation that is off is told, and the runner started once it is on", "[e2e]")
{
    const phone_with_runner on(std::string(in_tunnel) + ",automation=off");
    REQUIRE(on.becomes("UI_AUTOMATION_OFF", "Enable UI Automation"));
    on.phone.make("automation", {{"state", "on"}});
    CHECK(on.becomes_ready());
}

TEST_CASE("no runner is started where that is switched off", "[e2e]")
{
    const phone_with_runner on(in_lockdown, {"--runners", "off"});
    REQUIRE(on.becomes("DRIVER_NOT_RUNNING", "port 8100"));
    const auto refused = on.ask("start");
    CHECK(refused.code == 1);
    CHECK(refused.output.contains("runners_off"));
    CHECK(on.runner() == "dead");
}

} // namespace thimble::e2e
