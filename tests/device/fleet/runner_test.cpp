// Runners that a fleet cannot start as things are, is told not to, or that are somebody else's.
#include "tests/device/fleet/desk_of_runners.hpp"

namespace thimble::tests {

using device::runner_switching;

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
        REQUIRE(of.becomes("UI_AUTOMATION_PASSCODE"));
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
    const auto stop = [&] {
        return run_until_done(of.desk.context(), of.desk.fleet().stop_runner(of.phone.udid()));
    };
    CHECK(stop() == runner_switching::done);
    CHECK(of.runner() == "dead");
    REQUIRE(of.becomes("DRIVER_NOT_RUNNING"));
    CHECK(of.says("stopped on request"));
    CHECK(stop() == runner_switching::done);
    CHECK(of.desk.fleet().keep_runner_again(of.phone.udid()) == runner_switching::done);
    CHECK(of.becomes(""));
    CHECK_FALSE(of.desk.fleet().keep_runner_again("no such phone"));
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
    CHECK(run_until_done(desk.context(), desk.fleet().stop_runner(world.at(0).udid())) ==
          runner_switching::of_somebody_else);
    CHECK(world.at(0).facts().at("runner") == "running");
}

TEST_CASE("a fleet that keeps no runners stops and starts none", "[device]")
{
    const e2e::virtual_phones world({.phones = {in_tunnel}, .device_time = "0"});
    auto options = keeping();
    options.runners = false;
    attached_fleet desk(world, std::move(options));
    REQUIRE(desk.until_state(world.at(0), "", start_limit));
    CHECK(desk.fleet().keep_runner_again(world.at(0).udid()) == runner_switching::kept_off);
    CHECK(run_until_done(desk.context(), desk.fleet().stop_runner(world.at(0).udid())) ==
          runner_switching::kept_off);
    CHECK(world.at(0).facts().at("runner") == "running");
}

} // namespace thimble::tests
