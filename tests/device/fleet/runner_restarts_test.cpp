// A runner that keeps dying is started again a few times, and then left alone.
#include "device/fleet/runner_restarts.hpp"
#include "tests/catch2.hpp"

#include <vector>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using device::runner_restarts;

const runner_restarts::time begin{1000s};

} // namespace

TEST_CASE("the fourth death within ten minutes is the last for a while", "[device]")
{
    runner_restarts restarts({});
    auto now = begin;
    CHECK(restarts.may_start(now));
    for (int deaths = 1; deaths <= 3; ++deaths) {
        restarts.died(now, 0s);
        CHECK_FALSE(restarts.given_up(now));
        now += 1min;
        CHECK(restarts.may_start(now));
    }
    restarts.died(now, 0s);
    CHECK(restarts.given_up(now));
    CHECK_FALSE(restarts.may_start(now + 1min));
    CHECK(restarts.given_up(begin + 10min - 1s)); // of the first death
    CHECK_FALSE(restarts.given_up(begin + 10min));
    CHECK(restarts.may_start(begin + 10min));
}

TEST_CASE("deaths that are far apart are followed by starts for ever", "[device]")
{
    runner_restarts restarts({});
    auto now = begin;
    for (int deaths = 0; deaths < 20; ++deaths) {
        restarts.died(now, 3min);
        now += 4min;
        CHECK(restarts.may_start(now));
    }
}

TEST_CASE("a limit is what it is set to", "[device]")
{
    runner_restarts none({.most = 0, .within = 10s, .first_pause = 1s});
    none.died(begin, 0s);
    CHECK(none.given_up(begin));
    CHECK(none.may_start(begin + 10s));
    runner_restarts many({.most = 100, .within = 10min});
    for (int deaths = 0; deaths < 100; ++deaths)
        many.died(begin, 0s);
    CHECK_FALSE(many.given_up(begin));
    many.died(begin, 0s);
    CHECK(many.given_up(begin));
}

TEST_CASE("a raised limit leaves no pause that keeps its starts from fitting in", "[device]")
{
    CHECK(device::restarts_of_ten_minutes(3).longest_pause == 15s);
    CHECK(device::restarts_of_ten_minutes(0).most == 0);
    CHECK(device::restarts_of_ten_minutes(0).longest_pause == 15s);
    CHECK(device::restarts_of_ten_minutes(100).longest_pause == 6s);
    CHECK(device::restarts_of_ten_minutes(1000).longest_pause == 1s);
    CHECK(device::restarts_of_ten_minutes(1000).most == 1000);
}

TEST_CASE("the pause before the next start grows with deaths that follow each other", "[device]")
{
    const auto pause_after = [](runner_restarts& of, runner_restarts::clock::duration lasted) {
        of.died(begin, lasted);
        auto pause = 0s;
        while (!of.may_start(begin + pause))
            pause += 1s;
        return pause;
    };
    runner_restarts restarts({.most = 100, .within = 10min});
    CHECK(pause_after(restarts, 0s) == 1s);
    CHECK(pause_after(restarts, 1s) == 2s);
    CHECK(pause_after(restarts, 1s) == 4s);
    CHECK(pause_after(restarts, 2min) == 1s); // it had run well
}

TEST_CASE("a refused launch is tried again and again, and is no death", "[device]")
{
    runner_restarts restarts({});
    auto now = begin;
    for (int refusals = 0; refusals < 50; ++refusals) {
        restarts.refused(now);
        CHECK_FALSE(restarts.given_up(now));
        CHECK_FALSE(restarts.may_start(now + 1s));
        CHECK(restarts.may_start(now + 15s));
        now += 15s;
    }
    restarts.refused(now);
    restarts.hope();
    CHECK(restarts.may_start(now));
}

TEST_CASE("a runner that needs a person is tried as often as the limit allows, for ever",
          "[device]")
{
    runner_restarts restarts({});
    std::vector<runner_restarts::time> starts;
    for (auto now = begin; now < begin + 2h; now += 1s) {
        if (!restarts.may_start(now))
            continue;
        starts.push_back(now);
        restarts.died(now, 0s, true);
    }
    CHECK(starts.at(1) - starts.at(0) == 30s);
    CHECK(starts.size() > 30);
    for (std::size_t at = 4; at < starts.size(); ++at)
        CHECK(starts.at(at) - starts.at(at - 4) >= 10min);
}

TEST_CASE("hope does not undo what deaths have earned", "[device]")
{
    runner_restarts restarts({});
    for (int deaths = 0; deaths < 4; ++deaths)
        restarts.died(begin, 0s);
    restarts.hope();
    CHECK_FALSE(restarts.may_start(begin + 1min));
}

} // namespace thimble::tests
