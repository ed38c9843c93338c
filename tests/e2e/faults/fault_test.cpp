// Faults between a client and its phones: the system is whole again soon after, no touch is made
// twice, and nobody is left without an answer.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/faults/callers.hpp"
#include "tests/e2e/faults/campaign_record.hpp"
#include "tests/e2e/faults/fault.hpp"
#include "tests/e2e/faults/recovery.hpp"
#include "tests/e2e/faults/touch_ledger.hpp"
#include "tests/e2e/random_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace thimble::e2e {

namespace {

/// Time that a heartbeat may be missing and a daemon may wait before it connects again, and what
/// all the rest takes.
constexpr auto longest_recovery = 2 * cloud_heartbeat + cloud_reconnect_cap + 2s;

/// Some last for longer than any client waits.
constexpr auto long_one = 63s;
constexpr int faults_for_a_long_one = 50;
constexpr int faults_for_a_word = 10; // to whoever watches

/// Each tunnel that is cut ends a runner that was started through it.
constexpr auto* restarts_under_faults = "1000"; // of a phone's runner within ten minutes

int wanted_faults()
{
    const char* const given = std::getenv("THIMBLE_FAULTS"); // NOLINT(concurrency-mt-unsafe)
    return given == nullptr ? 30 : std::atoi(given);
}

/// One fault after another under load, and what there is to say about them.
class fault_campaign {
public:
    explicit fault_campaign(std::uint32_t seed)
        : random_(seed), phones_({.phones = std::vector<std::string>(2, "iPhone 15 Pro,ios=18.5")}),
          all_(phones_, {{"THIMBLE_RUNNER_RESTARTS", restarts_under_faults}}), record_(all_)
    {
    }

    void suffer(const fault& what, std::chrono::milliseconds held);
    void look_back() { record_.look_back(); }
    chance& random() noexcept { return random_; }
    const std::vector<std::string>& complaints() const noexcept { return record_.complaints(); }
    std::string report() const { return times_.table() + record_.taps(); }

private:
    chance random_;
    virtual_phones phones_;
    cloud all_;
    campaign_record record_;
    recovery_times times_;
};

void fault_campaign::suffer(const fault& what, std::chrono::milliseconds held)
{
    callers load(all_, record_.numbers());
    std::this_thread::sleep_for(std::chrono::milliseconds(choose(random_, 0, 400))); // of calm
    const auto struck = steady::now();
    const auto mend = what.strike(all_, random_);
    std::this_thread::sleep_for(held);
    const auto mended = steady::now();
    mend();
    if (what.name == "service killed")
        record_.ledger().note_absence(struck);
    const auto mending = std::chrono::ceil<std::chrono::milliseconds>(steady::now() - mended);
    auto after = until_whole(all_, record_.numbers());
    const auto took = mending + after.took;
    times_.add(what.name, took);

    const std::string when = what.name + ", held for " + std::to_string(held.count()) + " ms";
    if (took > (longest_recovery + what.besides) * slowdown())
        record_.complain(when, {"whole only after " + std::to_string(took.count()) + " ms"});
    auto asked = load.stop();
    asked.insert(asked.end(), after.taps.begin(), after.taps.end());
    record_.settle(when, std::move(asked));
}

/// All kinds equally often, in another order each time.
std::vector<fault> order_of(int count, chance& random)
{
    std::vector<fault> out;
    while (static_cast<int>(out.size()) < count) {
        auto round = all_faults();
        std::ranges::shuffle(round, random);
        out.insert(out.end(), round.begin(), round.end());
    }
    out.resize(static_cast<std::size_t>(count));
    return out;
}

} // namespace

TEST_CASE("after any fault the system is whole again, and no touch is lost or made twice", "[e2e]")
{
    const auto seed = random_seed();
    const int count = wanted_faults();
    INFO("THIMBLE_SEED=" << seed);
    std::cout << count << " faults, THIMBLE_SEED=" << seed << std::endl;
    fault_campaign campaign(seed);
    int done = 0;
    for (const auto& each : order_of(count, campaign.random())) {
        constexpr int longest = 4000; // ms: long enough for silence to be noticed
        const bool very_long = ++done % faults_for_a_long_one == 0;
        campaign.suffer(
            each, very_long ? std::chrono::milliseconds(long_one)
                            : std::chrono::milliseconds(choose(campaign.random(), 0, longest)));
        if (done % faults_for_a_word == 0)
            std::cout << done << " of " << count << std::endl;
    }
    campaign.look_back();
    std::cout << campaign.report() << std::flush;
    for (const auto& each : campaign.complaints())
        UNSCOPED_INFO(each);
    CHECK(campaign.complaints().empty());
}

} // namespace thimble::e2e
