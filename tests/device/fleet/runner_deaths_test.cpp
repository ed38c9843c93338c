// Installed runners that a fleet starts, and starts again when they die, on virtual phones.
#include "tests/device/fleet/desk_of_runners.hpp"

#include <random>

namespace thimble::tests {

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

} // namespace thimble::tests
