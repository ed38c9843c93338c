// Installed runners that a fleet starts, and keeps running, on virtual phones.
#include "tests/device/fleet/attached_fleet.hpp"

#include <random>

namespace thimble::tests {
namespace {

using e2e::operator""ms;
using e2e::operator""s;

constexpr auto start_limit = 30s;
constexpr auto in_lockdown = "iPhone SE 2,ios=16.7";
constexpr auto in_tunnel = "iPhone 15 Pro,ios=18.5";

device::fleet_options keeping(device::restart_limit limit = {})
{
    device::fleet_options options;
    options.tunnels = true;
    options.runners = true;
    options.runner_restarts = limit;
    return options;
}

struct desk_of_runners {
    explicit desk_of_runners(const std::string& phone, device::restart_limit limit = {})
        : world({.phones = {phone + ",runner=dead"}, .device_time = "0"}),
          desk(world, keeping(limit)), phone(world.at(0))
    {
    }

    bool becomes(const std::string& state, std::chrono::milliseconds limit = start_limit)
    {
        return desk.until_state(phone, state, limit);
    }

    bool says(const std::string& words)
    {
        return desk.until(start_limit, [&] {
            const auto found = desk.phone(phone);
            return found && !found->blockers().empty() &&
                   (found->blockers().front().message + found->blockers().front().remedy)
                       .contains(words);
        });
    }

    std::string runner() const { return phone.facts().at("runner").get<std::string>(); }
    void kill() const { phone.make("runner", {{"state", "dead"}}); }

    e2e::virtual_phones world;
    attached_fleet desk;
    e2e::virtual_phone phone;
};

} // namespace

TEST_CASE("an installed runner is started by itself, and again when it has died", "[device]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    desk_of_runners of(model);
    REQUIRE(of.becomes(""));
    of.kill();
    REQUIRE(of.desk.until(start_limit, [&] { return of.desk.state(of.phone) != ""; }));
    CHECK(of.becomes(""));
}

TEST_CASE("a runner without XCTest is started as well", "[device]")
{
    desk_of_runners of(std::string(in_tunnel) + ",frameworks=removed");
    CHECK(of.becomes(""));
}

TEST_CASE("the fourth death of a runner in ten minutes is the blocker", "[device]")
{
    desk_of_runners of(in_tunnel, {.first_pause = 50ms, .longest_pause = 100ms});
    for (int deaths = 1; deaths <= 4; ++deaths) {
        INFO(deaths);
        REQUIRE(of.becomes(""));
        of.kill();
        REQUIRE(of.desk.until(start_limit, [&] { return of.desk.state(of.phone) != ""; }));
    }
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    CHECK(of.says("again and again"));
}

TEST_CASE("a runner that is killed at any moment comes back", "[device]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    desk_of_runners of(model, {.most = 1000, .first_pause = 5ms, .longest_pause = 10ms});
    std::mt19937 random(4); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same each time
    std::uniform_int_distribution<int> moment(0, 3000);
    for (int kills = 0; kills < 8; ++kills) {
        of.desk.run_for(std::chrono::milliseconds(moment(random)));
        of.kill();
    }
    // Until the last death is noticed the phone still counts as ready.
    CHECK(of.desk.until(start_limit, [&] { return of.runner() == "running"; }));
    CHECK(of.becomes(""));
}

TEST_CASE("a certificate that nobody trusts is told, and the runner started once it is", "[device]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    const e2e::virtual_phones world(
        {.phones = {std::string(model) + ",runner=dead,runner_id=org.example.runner.xctrunner"},
         .device_time = "0"});
    const auto trust = [&](const char* state) {
        world.at(0).make("app_trust",
                         {{"bundle_id", "org.example.runner.xctrunner"}, {"state", state}});
    };
    trust("no");
    attached_fleet desk(world, keeping());
    REQUIRE(desk.until_state(world.at(0), "DRIVER_NOT_TRUSTED", start_limit));
    CHECK(desk.phone(world.at(0))->blockers().front().remedy.contains("VPN & Device Management"));
    trust("yes");
    CHECK(desk.until_state(world.at(0), "", start_limit));
}

TEST_CASE("a runner that may not automate is told from one that waits for a passcode", "[device]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    SECTION("switched off")
    {
        desk_of_runners of(std::string(model) + ",automation=off",
                           {.first_pause = 50ms, .longest_pause = 100ms});
        REQUIRE(of.becomes("UI_AUTOMATION_OFF"));
        CHECK(of.says("Enable UI Automation"));
        of.phone.make("automation", {{"state", "on"}});
        CHECK(of.becomes(""));
    }
    SECTION("asked")
    {
        desk_of_runners of(std::string(model) + ",automation=asked");
        REQUIRE(of.becomes("UI_AUTOMATION_OFF"));
        CHECK(of.says("asked for its passcode"));
    }
}

TEST_CASE("a locked phone has its runner started after it was unlocked", "[device]")
{
    desk_of_runners of(std::string(in_tunnel) + ",passcode=1234");
    REQUIRE(of.becomes(""));
    of.phone.make("lock");
    REQUIRE(of.becomes("LOCKED"));
    of.kill();
    of.desk.run_for(3s);
    CHECK(of.desk.state(of.phone) == "LOCKED");
    of.phone.make("unlock");
    CHECK(of.becomes(""));
}

TEST_CASE("a runner is ended on request, and kept again when told", "[device]")
{
    const auto* model = GENERATE(in_lockdown, in_tunnel);
    INFO(model);
    desk_of_runners of(model);
    REQUIRE(of.becomes(""));
    const auto end = [&]() -> boost::asio::awaitable<bool> {
        co_await of.desk.fleet().end_runner(of.phone.udid());
        co_return true;
    };
    CHECK(run_until_done(of.desk.context(), end()));
    CHECK(of.runner() == "dead");
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    of.desk.fleet().keep_runner_again(of.phone.udid());
    CHECK(of.becomes(""));
}

TEST_CASE("a runner of somebody else is not touched", "[device]")
{
    const e2e::virtual_phones world({.phones = {in_tunnel}, .device_time = "0"});
    attached_fleet desk(world, keeping());
    REQUIRE(desk.until_state(world.at(0), "", start_limit));
    const auto end = [&]() -> boost::asio::awaitable<bool> {
        co_await desk.fleet().end_runners();
        co_return true;
    };
    CHECK(run_until_done(desk.context(), end()));
    CHECK(world.at(0).facts().at("runner") == "running");
}

} // namespace thimble::tests
