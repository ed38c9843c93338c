// Faults of the tunnels of phones that are driven through them: each phone is driven that way again
// soon after, and nothing is done twice.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/faults/recovery.hpp"
#include "tests/e2e/faults/tunnel_client.hpp"
#include "tests/e2e/faults/tunnel_fault.hpp"
#include "tests/e2e/random_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>

namespace thimble::e2e {

namespace {

constexpr auto never_returns = 90s;

// Of a fault, which lasts until the client has met it.
constexpr int shortest_fault_ms = 300;
constexpr int longest_fault_ms = 2000;
constexpr int longest_calm_ms = 400; // before it

/// In an environment: more than the test needs.
constexpr auto* runner_restarts = "1000";

int wanted_tunnel_faults()
{
    const char* const given = std::getenv("THIMBLE_TUNNEL_FAULTS"); // NOLINT(concurrency-mt-unsafe)
    return given == nullptr ? 6 : std::atoi(given);
}

/// One of each iOS with a tunnel; the newest has no runner.
phone_shop phones_with_tunnels()
{
    return {.phones = {"iPhone 15 Pro,ios=17.5", "iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=26",
                       "iPhone 15 Pro,ios=27,runner=absent,touch_gate=open"},
            .device_time = "0"};
}

std::shared_ptr<household> home_with_tunnels()
{
    auto out = std::make_shared<household>();
    out->more = {{"THIMBLE_TUNNELS", "on"}, {"THIMBLE_RUNNER_RESTARTS", runner_restarts}};
    return out;
}

/// All kinds equally often, in another order each time. A few have no time for those in which
/// something has to be given up first, and run beside other tests: none of them has to be quicker
/// than usual.
std::vector<tunnel_fault> order_of_tunnel_faults(int count, chance& random)
{
    const auto wanted = static_cast<std::size_t>(count);
    auto kinds = tunnel_faults();
    if (wanted < kinds.size())
        std::erase_if(kinds, [](const auto& each) {
            return each.besides > 0ms || each.within < usual_return;
        });
    std::vector<tunnel_fault> out;
    while (out.size() < wanted) {
        std::ranges::shuffle(kinds, random);
        out.insert(out.end(), kinds.begin(), kinds.end());
    }
    out.resize(wanted);
    return out;
}

/// Each phone suffers by itself, beside the others.
class tunnel_campaign {
public:
    tunnel_campaign(std::uint32_t seed, int count);

    void run();
    const std::vector<std::string>& complaints() const noexcept { return complaints_; }
    std::string report() const;

private:
    std::optional<tunnel_fault> next();
    void suffer_on(tunnel_client& client, chance random);
    void suffer(tunnel_client& client, const tunnel_fault& what, chance& random);
    void complain(const std::string& when, const std::vector<std::string>& what);

    chance random_;
    virtual_phones phones_{phones_with_tunnels()};
    thimble_system all_{phones_, home_with_tunnels(), {}, arrangement::local};
    std::vector<std::unique_ptr<tunnel_client>> clients_;

    std::mutex mutex_; // over what is below
    std::vector<tunnel_fault> left_;
    recovery_times times_;
    std::vector<std::string> complaints_;
};

tunnel_campaign::tunnel_campaign(std::uint32_t seed, int count)
    : random_(seed), left_(order_of_tunnel_faults(count, random_))
{
    for (std::size_t at = 0; at < phones_.size(); ++at) {
        const auto phone = phones_.at(at);
        REQUIRE(all_.until_ready(phone, ready_limit));
        REQUIRE(all_.until_named(phone, ready_limit));
        const bool has_runner = at + 1 < phones_.size();
        clients_.push_back(std::make_unique<tunnel_client>(all_, phone, has_runner));
    }
}

std::optional<tunnel_fault> tunnel_campaign::next()
{
    constexpr std::size_t faults_for_a_word = 20; // to whoever watches
    const std::scoped_lock lock(mutex_);
    if (left_.empty())
        return std::nullopt;
    auto out = std::move(left_.back());
    left_.pop_back();
    if (left_.size() % faults_for_a_word == 0)
        std::cout << left_.size() << " left" << std::endl;
    return out;
}

void tunnel_campaign::run()
{
    std::vector<std::thread> phones;
    for (const auto& client : clients_)
        phones.emplace_back([this, &client, random = chance(random_())] {
            try {
                suffer_on(*client, random);
            } catch (const std::exception& problem) {
                complain("ended early", {problem.what()});
            }
        });
    for (auto& each : phones)
        each.join();
}

void tunnel_campaign::suffer_on(tunnel_client& client, chance random)
{
    client.start();
    const bool driven =
        client.until_tunnelled(tunnel_client::steady::now(), never_returns).has_value();
    complain("before any fault", driven ? client.settle() : std::vector<std::string>{"no tunnel"});
    while (driven) {
        const auto what = next();
        if (!what)
            return;
        suffer(client, *what, random);
    }
}

void tunnel_campaign::suffer(tunnel_client& client, const tunnel_fault& what, chance& random)
{
    using steady = tunnel_client::steady;
    client.start();
    std::this_thread::sleep_for(std::chrono::milliseconds(choose(random, 0, longest_calm_ms)));
    const std::chrono::milliseconds held(choose(random, shortest_fault_ms, longest_fault_ms));
    const auto mend = what.strike(client.phone(), held);
    std::this_thread::sleep_for(held);
    const auto mended = steady::now();
    mend();
    const auto took = client.until_tunnelled(mended, never_returns);
    const std::string when = what.name + ", held for " + std::to_string(held.count()) +
                             " ms, iOS " + client.phone().facts().at("ios").get<std::string>();
    if (!took || *took > (what.within + what.besides) * slowdown())
        complain(when,
                 {took ? "through its tunnel only after " + std::to_string(took->count()) + " ms"
                       : "not driven through its tunnel any more"});
    complain(when, client.settle());
    const std::scoped_lock lock(mutex_);
    times_.add(what.name, took.value_or(never_returns));
}

void tunnel_campaign::complain(const std::string& when, const std::vector<std::string>& what)
{
    const std::scoped_lock lock(mutex_);
    for (const auto& each : what) {
        complaints_.push_back(when + ": " + each);
        std::cerr << complaints_.back() << std::endl;
    }
}

std::string tunnel_campaign::report() const
{
    std::string out = times_.table() + "actions:";
    std::map<std::string, std::size_t> all;
    for (const auto& client : clients_)
        for (const auto& [answer, count] : client->answers())
            all[answer] += count;
    for (const auto& [answer, count] : all)
        out += " " + answer + " " + std::to_string(count);
    return out + "\n";
}

} // namespace

TEST_CASE("after any fault of its tunnel a phone is soon driven through it, and nothing done twice",
          "[e2e][tunnel-faults]")
{
    const auto seed = random_seed();
    const int count = wanted_tunnel_faults();
    INFO("THIMBLE_SEED=" << seed);
    std::cout << count << " faults of tunnels, THIMBLE_SEED=" << seed << std::endl;
    tunnel_campaign campaign(seed, count);
    campaign.run();
    std::cout << campaign.report() << std::flush;
    for (const auto& each : campaign.complaints())
        UNSCOPED_INFO(each);
    CHECK(campaign.complaints().empty());
}

} // namespace thimble::e2e
