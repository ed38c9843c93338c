// Runners killed at random moments under load: each is back, no touch is made twice, and what a
// client was told of its touches is true.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/faults/callers.hpp"
#include "tests/e2e/faults/campaign_record.hpp"
#include "tests/e2e/faults/fault.hpp"
#include "tests/e2e/faults/recovery.hpp"
#include "tests/e2e/random_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto noticed_limit = 15s;
constexpr auto return_limit = 60s; // the longest pause is a second
constexpr int longest_calm = 4000; // ms from the load's beginning to the kill

/// In an environment: more than the test needs.
constexpr auto restart_cap = "1000";

int wanted_kills()
{
    const char* const given = std::getenv("THIMBLE_RUNNER_KILLS"); // NOLINT(concurrency-mt-unsafe)
    return given == nullptr ? 5 : std::atoi(given);
}

/// One phone for each of the two ways to a runner.
phone_shop phones_of_both_ways()
{
    return {.phones = {"iPhone 15 Pro,ios=18.5,runner=dead", "iPhone 15 Pro,ios=16.7,runner=dead"}};
}

/// The time below which that many hundredths of the times are.
std::chrono::milliseconds percentile(std::vector<std::chrono::milliseconds> times,
                                     std::size_t hundredths)
{
    std::ranges::sort(times);
    return times.at(std::min(times.size() - 1, times.size() * hundredths / 100));
}

class runner_campaign {
public:
    explicit runner_campaign(std::uint32_t seed)
        : random_(seed), phones_(phones_of_both_ways()),
          all_(phones_, {{"THIMBLE_RUNNER_RESTARTS", restart_cap}}), record_(all_)
    {
    }

    /// One kill under load; false where the runner does not come back.
    bool kill_one();

    void look_back() { record_.look_back(); }
    const std::vector<std::string>& complaints() const noexcept { return record_.complaints(); }
    std::string report() const;

private:
    bool is_ready(std::size_t phone) const;

    chance random_;
    virtual_phones phones_;
    cloud all_;
    campaign_record record_;
    std::vector<std::chrono::milliseconds> times_; // from each kill to the phone that is ready
};

bool runner_campaign::is_ready(std::size_t phone) const
{
    const auto known = all_.api().get("/v1/phones").json();
    return std::ranges::any_of(known, [&](const json& each) {
        return each.at("unique_id") == phones_.at(phone).udid() &&
               each.at("readiness").at("ready") == true;
    });
}

bool runner_campaign::kill_one()
{
    callers load(all_, record_.numbers());
    std::this_thread::sleep_for(std::chrono::milliseconds(choose(random_, 0, longest_calm)));
    const auto which = static_cast<std::size_t>(choose(random_, 0, 1));
    const auto killed = steady::now();
    phones_.at(which).make("runner", {{"state", "dead"}});
    const bool noticed = eventually(noticed_limit, [&] { return !is_ready(which); });
    const bool back = eventually(return_limit, [&] { return is_ready(which); });
    times_.push_back(std::chrono::duration_cast<std::chrono::milliseconds>(steady::now() - killed));
    const std::string when = "kill " + std::to_string(times_.size());
    if (!noticed || !back)
        record_.complain(when,
                         {noticed ? "the runner does not come back" : "nobody has noticed it"});
    record_.settle(when, load.stop());
    return back;
}

std::string runner_campaign::report() const
{
    return std::to_string(times_.size()) + " runners killed; ready again after " +
           std::to_string(percentile(times_, 50).count()) + " ms (median), " +
           std::to_string(percentile(times_, 95).count()) + " ms (p95)\n" + record_.taps();
}

} // namespace

TEST_CASE("a runner killed at any moment is back, and no touch is lost unsaid or made twice",
          "[e2e][runner-kills]")
{
    const auto seed = random_seed();
    const int count = wanted_kills();
    INFO("THIMBLE_SEED=" << seed);
    std::cout << count << " runners, THIMBLE_SEED=" << seed << std::endl;
    runner_campaign campaign(seed);
    bool back = true;
    for (int kills = 0; kills < count && back; ++kills)
        back = campaign.kill_one();
    campaign.look_back();
    std::cout << campaign.report() << std::flush;
    for (const auto& each : campaign.complaints())
        UNSCOPED_INFO(each);
    CHECK(campaign.complaints().empty());
}

} // namespace thimble::e2e
