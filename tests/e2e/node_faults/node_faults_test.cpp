// Faults of several nodes, their store and their network under load: the service is whole again
// soon after, no job that was acknowledged is lost, none is done twice, and no session is lost.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/faults/callers.hpp"
#include "tests/e2e/faults/campaign_record.hpp"
#include "tests/e2e/faults/recovery.hpp"
#include "tests/e2e/node_faults/agents_at_work.hpp"
#include "tests/e2e/node_faults/cluster.hpp"
#include "tests/e2e/node_faults/node_fault.hpp"
#include "tests/e2e/node_faults/stream_watcher.hpp"
#include "tests/e2e/nodes/backing_services.hpp"
#include "tests/e2e/random_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <future>
#include <iostream>
#include <thread>
#include <utility>

namespace thimble::e2e {

namespace {

/// From the moment at which the cause has gone.
constexpr auto longest_recovery_of_nodes = 10s;
constexpr auto hopeless_recovery = 90s; // after which nobody waits any more
constexpr int faults_between_words = 10;

int wanted_node_faults()
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody writes to the environment
    const char* const given = std::getenv("THIMBLE_NODE_FAULTS");
    return given == nullptr ? 300 : std::atoi(given);
}

/// Complaints of a step, or why it could not be taken: the campaign goes on.
template <class Step>
std::vector<std::string> unless_refused(Step step)
{
    try {
        return step();
    } catch (const std::exception& why) {
        return {std::string("refused: ") + why.what()};
    }
}

std::chrono::milliseconds since(steady::time_point when)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(steady::now() - when);
}

std::string text_of(std::chrono::milliseconds time)
{
    return std::to_string(time.count()) + " ms";
}

class node_fault_campaign {
public:
    explicit node_fault_campaign(std::uint32_t seed) : random_(seed), record_(all_), agents_(all_)
    {
        faults_ = all_node_faults(all_, left_out_);
    }

    /// The next kind; all kinds equally often, in another order each time.
    void suffer_next();
    void look_back();
    const std::vector<std::string>& complaints() const noexcept { return record_.complaints(); }
    std::string opening() const;
    std::string report() const;

private:
    void suffer(const node_fault& what);
    recovery recover(const std::string& when, std::chrono::system_clock::time_point struck);

    chance random_;
    cluster all_;
    campaign_record record_;
    agents_at_work agents_;
    stream_watcher watcher_{all_};
    std::vector<node_fault> faults_;
    std::vector<std::string> left_out_;
    std::vector<node_fault> round_;
    recovery_times times_;
};

std::string node_fault_campaign::opening() const
{
    std::string out = "networks: " + all_.kind_of_networks() + "\n";
    for (const auto& each : left_out_)
        out += "left out: " + each + "\n";
    return out;
}

std::string node_fault_campaign::report() const
{
    return times_.table() + record_.taps() + agents_.report() +
           std::to_string(watcher_.pictures()) + " pictures in " +
           std::to_string(watcher_.streams()) + " streams\n";
}

void node_fault_campaign::suffer_next()
{
    if (round_.empty()) {
        round_ = faults_;
        std::ranges::shuffle(round_, random_);
    }
    const auto next = round_.back();
    round_.pop_back();
    suffer(next);
}

/// Taps are done on each phone, every node answers, the session goes on, and pictures come.
recovery node_fault_campaign::recover(const std::string& when,
                                      std::chrono::system_clock::time_point struck)
{
    const auto mended = steady::now();
    const auto timed = [mended](auto part) {
        return std::async(std::launch::async, [mended, part] {
            auto of_part = part();
            return std::pair(std::move(of_part), since(mended));
        });
    };
    auto nodes = timed([this] { return all_.until_all_answer(hopeless_recovery); });
    auto session =
        timed([this, struck] { return agents_.until_it_goes_on(struck, hopeless_recovery); });
    auto pictures = timed([this] { return watcher_.sees_more(hopeless_recovery); });
    auto out = until_whole(all_, record_.numbers());
    const auto [answer, nodes_took] = nodes.get();
    const auto [wrong, session_took] = session.get();
    const auto [seen, pictures_took] = pictures.get();
    if (!answer)
        record_.complain(when, {"a node does not answer any more"});
    record_.complain(when, wrong);
    if (!seen)
        record_.complain(when, {"no picture comes any more"});
    const auto taps_took = std::exchange(out.took, since(mended));
    if (out.took > longest_recovery_of_nodes * slowdown())
        record_.complain(when,
                         {"whole only after " + text_of(out.took) + " (taps " + text_of(taps_took) +
                          ", nodes " + text_of(nodes_took) + ", session " + text_of(session_took) +
                          ", pictures " + text_of(pictures_took) + ")"});
    return out;
}

void node_fault_campaign::suffer(const node_fault& what)
{
    record_.complain("before " + what.name, unless_refused([this] { return agents_.keep_busy(); }));
    callers load(all_, record_.numbers());
    std::this_thread::sleep_for(std::chrono::milliseconds(choose(random_, 0, 400))); // of calm
    const std::chrono::milliseconds held(
        choose(random_, static_cast<int>(what.least.count()), static_cast<int>(what.most.count())));
    const std::string when = what.name + ", held for " + std::to_string(held.count()) + " ms";
    const auto struck = steady::now();
    const auto struck_at = std::chrono::system_clock::now();
    const auto mend = what.strike(all_, random_);
    std::this_thread::sleep_for(held);
    mend();
    auto after = recover(when, struck_at);
    record_.ledger().note_absence(struck);
    times_.add(what.name, after.took);
    auto asked = load.stop();
    asked.insert(asked.end(), after.taps.begin(), after.taps.end());
    record_.complain(when, unless_refused([&] {
                         record_.settle(when, std::move(asked));
                         return std::vector<std::string>();
                     }));
}

void node_fault_campaign::look_back()
{
    record_.complain("at the end", agents_.finish());
    record_.look_back();
}

} // namespace

TEST_CASE("after any fault of a node, store or network the service is whole again",
          "[e2e][node-faults]")
{
    require_programs_for_nodes();
    const auto seed = random_seed();
    const int count = wanted_node_faults();
    INFO("THIMBLE_SEED=" << seed);
    std::cout << count << " faults of nodes, THIMBLE_SEED=" << seed << std::endl;
    node_fault_campaign campaign(seed);
    std::cout << campaign.opening() << std::flush;
    for (int done = 1; done <= count; ++done) {
        campaign.suffer_next();
        if (done % faults_between_words == 0)
            std::cout << done << " of " << count << std::endl;
    }
    campaign.look_back();
    std::cout << campaign.report() << std::flush;
    for (const auto& each : campaign.complaints())
        UNSCOPED_INFO(each);
    CHECK(campaign.complaints().empty());
}

} // namespace thimble::e2e
