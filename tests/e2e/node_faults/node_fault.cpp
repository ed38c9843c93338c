#include "tests/e2e/node_faults/node_fault.hpp"

#include "tests/e2e/eventually.hpp"

#include <csignal>
#include <stdexcept>

namespace thimble::e2e {

namespace {

constexpr auto node_start_limit = 60s;

std::size_t any_node(chance& from)
{
    return static_cast<std::size_t>(choose(from, 0, static_cast<int>(cluster::node_count) - 1));
}

remedy kill_node(cluster& on, chance& from)
{
    const auto which = any_node(from);
    on.kill_node(which);
    return [&on, which] { on.start_node(which); };
}

remedy freeze_node(cluster& on, chance& from)
{
    const auto which = any_node(from);
    on.node(which).send_signal(SIGSTOP);
    return [&on, which] { on.node(which).send_signal(SIGCONT); };
}

remedy kill_nats(cluster& on, chance&)
{
    on.nats().kill();
    return [&on] { on.nats().start(); };
}

remedy cut_network(cluster& on, chance& from)
{
    const auto which = any_node(from);
    on.network_of(which).cut();
    return [&on, which] { on.network_of(which).mend(); };
}

remedy restart_store(cluster& on, chance&)
{
    on.store().stop_primary();
    return [&on] { on.store().start_primary(); };
}

/// Nothing is acknowledged meanwhile, because nothing would outlive the primary.
remedy stop_standby(cluster& on, chance& from)
{
    const auto number = choose(from, 0, 1'000'000'000); // new, so that it has to be written
    on.store().stop_standby();
    return [&on, number] {
        const auto answer =
            on.api().send("PUT", "/v1/phones/" + on.id_of_agents_phone() + "/labels",
                          R"({"labels":["agents-)" + std::to_string(number) + R"("]})", {});
        if (answer.status < 500)
            throw std::runtime_error("acknowledged without a standby: " + answer.body);
        on.store().start_standby();
    };
}

remedy fail_store_over(cluster& on, chance&)
{
    on.store().fail_over();
    return [&on] { on.store().rejoin(); };
}

remedy fill_store(cluster& on, chance&)
{
    on.store().fill_disk();
    return [&on] { on.store().free_disk(); };
}

/// Both ways, by up to half a day: what is kept for a day is still there.
remedy step_clock_of_node(cluster& on, chance& from)
{
    constexpr int longest = 12 * 3600; // s
    const auto which = any_node(from);
    const std::chrono::seconds length(choose(from, 1, longest));
    on.clock_of(which).step_to(choose(from, 0, 1) == 0 ? length : -length);
    return [&on, which] { on.clock_of(which).step_to(0s); };
}

/// Each node goes and comes back, one after another, while clients tap.
remedy upgrade_all(cluster& on, chance&)
{
    for (std::size_t which = 0; which < cluster::node_count; ++which) {
        if (const int code = on.drain_node(which); code != 0)
            throw std::runtime_error("a drained node ended with " + std::to_string(code));
        on.start_node(which);
        if (!on.until_all_answer(node_start_limit))
            throw std::runtime_error("a node does not come back: " + on.logs());
    }
    return [] {};
}

} // namespace

std::vector<node_fault> all_node_faults(cluster& on, std::vector<std::string>& left_out)
{
    std::vector<node_fault> all{
        {.name = "node killed", .strike = kill_node},
        {.name = "node frozen", .strike = freeze_node, .least = 2s, .most = 8s},
        {.name = "NATS killed", .strike = kill_nats},
        {.name = "network cut", .strike = cut_network, .most = 8s},
        {.name = "store restarted", .strike = restart_store},
        {.name = "store failed over", .strike = fail_store_over},
        {.name = "standby away", .strike = stop_standby, .least = 1s},
        {.name = "rolling upgrade", .strike = upgrade_all, .most = 0s},
    };
    if (on.store().disk_can_be_filled())
        all.push_back({.name = "disk full", .strike = fill_store});
    else
        left_out.emplace_back("disk full: the test is not root's, or may not mount");
    if (shifted_clock::works())
        all.push_back({.name = "clock stepped", .strike = step_clock_of_node});
    else
        left_out.emplace_back("clock stepped: not under a sanitizer");
    return all;
}

} // namespace thimble::e2e
