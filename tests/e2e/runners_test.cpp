// Runners that thimbled starts and keeps running, on phones of either way to them.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <csignal>
#include <cstdlib>
#include <string>

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
    void kill_runner() const { phone.make("runner", {{"state", "dead"}}); }

    void trust_runner(const char* state) const
    {
        phone.make("app_trust", {{"bundle_id", "com.facebook.WebDriverAgentRunner.xctrunner"},
                                 {"state", state}});
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
    CHECK(on.runner() == "dead");
}

} // namespace thimble::e2e
