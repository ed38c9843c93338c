// Several nodes of one service: bench_nodes [SECONDS] [ROUNDS] [COUNT]. Prints the throughput of
// one, two and three nodes that may each use 15 % of a processor, under taps on 2,000 simulated
// phones; what a tap through another node costs against a tap through the node with the link; and
// the cost of COUNT idle daemons (0: as many as descriptors allow). Ends with 1 when three nodes do
// less than 2.2 times as much as one, or a tap through another node takes more than 1.6 times as
// long; with 2 where no control group can be made, or a program is missing.
#include "bench/command_line.hpp"
#include "bench/daemon_crowd.hpp"
#include "bench/http_conversation.hpp"
#include "bench/measurement.hpp"
#include "bench/node_load.hpp"
#include "bench/process_usage.hpp"
#include "bench/processor_quota.hpp"
#include "service/server/descriptors.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/nodes/service_nodes.hpp"
#include "tests/store/postgresql_server.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <future>
#include <map>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

namespace thimble::bench {

namespace {

using std::chrono_literals::operator""s;

constexpr double share_of_a_node = 0.15; // of a processor
constexpr double least_speedup = 2.2;    // of three nodes, to one
constexpr double most_of_another = 1.6;  // of a tap through the node with the link
constexpr std::size_t phones_under_load = 2000;
constexpr std::size_t most_nodes = 3;
constexpr int taps_before = 50; // that do not count
constexpr auto sight_limit = 120s;
constexpr auto rest = 25s;                       // two heartbeats of each daemon and more
constexpr std::size_t descriptors_spared = 1200; // at both ends, for everything else
constexpr std::size_t most_of_a_node = 32'000;   // connections
constexpr std::size_t hundred_thousand = 100'000;

/// Nodes with an account whose desktops have been written into their store.
struct enrolled_nodes {
    enrolled_nodes(std::size_t nodes, std::size_t desktops)
        : home(nodes),
          account(enrol_desktops(*service::store::server_address::parse(home.backing->store()),
                                 desktops)),
          running(home, balancer_port.number(), {"--log-level", "warn"})
    {
    }

    std::vector<std::uint16_t> ports() const
    {
        std::vector<std::uint16_t> out;
        for (std::size_t i = 0; i < running.size(); ++i)
            out.push_back(running.port_of(i));
        return out;
    }

    e2e::http_client at(std::size_t node) const
    {
        return e2e::http_client(running.port_of(node), {{"X-API-Key", account.api_key}});
    }

    /// Ids of the phones by their UDIDs, once that node sees all of them connected.
    std::map<std::string, std::string> ids_at(std::size_t node, std::size_t count) const
    {
        std::map<std::string, std::string> ids;
        const bool all = e2e::eventually(sight_limit, [&] {
            ids.clear();
            const auto known = at(node).get("/v1/phones?connected=true").json();
            if (!known.is_array())
                return false;
            for (const auto& each : known)
                ids[each.at("unique_id")] = each.at("id");
            return ids.size() >= count;
        });
        if (!all)
            throw std::runtime_error("a node does not know all phones: " + running.logs());
        return ids;
    }

    e2e::kept_port balancer_port;
    e2e::nodes_home home;
    enrolled_account account;
    e2e::service_nodes running;
};

/// Processor time that each kind of program has used so far.
struct processor_times {
    process_usage::seconds nodes{};
    process_usage::seconds store{};
    process_usage::seconds nats{};
    process_usage::seconds load{};
};

processor_times times_of(enrolled_nodes& all)
{
    processor_times out;
    for (std::size_t i = 0; i < all.running.size(); ++i)
        out.nodes += processor_time_with_children(all.running.at(i).process().pid());
    out.store = processor_time_with_children(
        service::store::test::postgresql_server::shared().process().pid());
    out.nats = processor_time_with_children(all.home.backing->nats().process().pid());
    out.load = usage_of(::getpid()).value_or(process_usage{}).processor;
    return out;
}

/// The quotas first, as a group goes when the processes in it have gone.
struct limited_nodes {
    explicit limited_nodes(std::size_t nodes)
        : quotas(make_quotas(nodes)), all(nodes, phones_under_load)
    {
    }

    static std::vector<processor_quota> make_quotas(std::size_t count)
    {
        std::vector<processor_quota> out;
        for (std::size_t i = 0; i < count; ++i) {
            auto made = processor_quota::make();
            if (!made)
                throw std::runtime_error("no control group can be made here, so that nodes cannot "
                                         "be limited (run it as root, with cgroups writable)");
            out.push_back(std::move(*made));
        }
        return out;
    }

    /// Beginning, which is no part of the measurement, is at full speed.
    void limit()
    {
        for (std::size_t i = 0; i < quotas.size(); ++i) {
            quotas[i].add(all.running.at(i).process().pid());
            quotas[i].limit(share_of_a_node);
        }
    }

    std::vector<processor_quota> quotas;
    enrolled_nodes all;
};

/// Taps that were answered in a second.
double throughput(std::size_t nodes, std::chrono::seconds time)
{
    limited_nodes limited(nodes);
    auto& all = limited.all;
    daemon_crowd daemons(all.ports(), all.account.desktops, 0);
    daemons.link(daemons.size());
    auto known = std::async(std::launch::async, [&] { // while the daemons answer heartbeats
        std::map<std::string, std::string> out;
        for (std::size_t i = 0; i < nodes; ++i)
            out = all.ids_at(i, daemons.size());
        return out;
    });
    while (known.wait_for(0s) != std::future_status::ready)
        daemons.idle(std::chrono::milliseconds(50));
    const auto ids = known.get();
    limited.limit();

    std::vector<aimed_tap> taps;
    for (std::size_t i = 0; i < daemons.size(); ++i) // through a node that is not tied to its link
        taps.push_back({.port = all.running.port_of(i / nodes % nodes),
                        .phone_id = ids.at(daemons.udid_of(i))});
    processor_times before;
    processor_times after;
    const auto seen = tap_each_second(
        daemons.context(), all.account.api_key, taps, time, [&] { before = times_of(all); },
        [&] { after = times_of(all); });
    const auto share = [&](process_usage::seconds processor_times::* of) {
        return (after.*of - before.*of) / seen.elapsed;
    };
    const double rate = static_cast<double>(seen.done) / seen.elapsed.count();
    std::printf("  %zu node%s %8.0f taps a second of %zu asked for; p50 %.0f ms, p95 %.0f ms; "
                "%zu refused\n",
                nodes, nodes == 1 ? " " : "s", rate, taps.size(), seen.took.quantile(0.5).count(),
                seen.took.quantile(0.95).count(), seen.refused);
    std::printf("          processors: nodes %.2f, PostgreSQL %.2f, NATS %.2f, load and phones "
                "%.2f\n",
                share(&processor_times::nodes), share(&processor_times::store),
                share(&processor_times::nats), share(&processor_times::load));
    return rate;
}

bool scales(std::chrono::seconds time)
{
    std::printf("%zu phones, a tap a second on each, nodes with %.0f %% of a processor\n",
                phones_under_load, share_of_a_node * 100);
    std::vector<double> rates;
    for (std::size_t nodes = 1; nodes <= most_nodes; ++nodes)
        rates.push_back(throughput(nodes, time));
    const double ratio = rates.back() / rates.front();
    std::printf("  three to one     %.2f\n", ratio);
    return ratio >= least_speedup;
}

/// A phone that is linked with node 0, whose daemon lives on a thread of its own.
bool another_node_is_near(int rounds)
{
    enrolled_nodes all(most_nodes, 1);
    daemon_crowd daemons({all.running.port_of(0)}, all.account.desktops, 1);
    daemons.link(1);
    std::atomic<bool> done = false;
    auto living = std::async(std::launch::async, [&] { // until it goes
        while (!done)
            daemons.idle(std::chrono::milliseconds(50));
    });
    comparison measured;
    try {
        std::string id;
        for (std::size_t i = 0; i < most_nodes; ++i)
            id = all.ids_at(i, 1).begin()->second;
        boost::asio::io_context context(1);
        http_conversation near(connect_to_service(context, all.running.port_of(0)),
                               all.account.api_key);
        http_conversation far(connect_to_service(context, all.running.port_of(1)),
                              all.account.api_key);
        const auto tap = [&](http_conversation& through) {
            through.exchange("POST", "/v1/phones/" + id + "/tap", R"({"x": 237, "y": 473})");
        };
        measured = compare(taps_before, rounds, [&] { tap(near); }, [&] { tap(far); });
    } catch (...) {
        done = true;
        throw;
    }
    done = true;
    living.get();
    const auto line = [](const char* way, const measurement& each) {
        std::printf("  %-34s p50 %7.3f ms   p95 %7.3f ms\n", way, each.quantile(0.5).count(),
                    each.quantile(0.95).count());
    };
    std::printf("a tap\n");
    line("through the node with the link", measured.direct);
    line("through another node", measured.ours);
    std::printf("  ratio of the medians               %.2f\n", measured.ratio());
    return measured.ratio() <= most_of_another;
}

/// This process has one descriptor for each, a node one for each of its third.
std::size_t most_idle_daemons()
{
    const auto granted = service::raise_descriptor_limit();
    if (granted <= descriptors_spared)
        throw std::runtime_error("the system grants too few open files: " +
                                 std::to_string(granted));
    const auto here = granted - descriptors_spared;
    return std::min(
        {here, most_nodes * std::min<std::size_t>(here, most_of_a_node), hundred_thousand});
}

std::size_t resident(enrolled_nodes& all)
{
    std::size_t out = 0;
    for (std::size_t i = 0; i < all.running.size(); ++i)
        out += usage_of(all.running.at(i).process().pid()).value_or(process_usage{}).resident_bytes;
    return out;
}

void measure_idle_daemons(std::size_t wanted)
{
    const auto count = wanted == 0 ? most_idle_daemons() : wanted;
    enrolled_nodes all(most_nodes, count);
    daemon_crowd daemons(all.ports(), all.account.desktops, 0);
    daemons.link(most_nodes);
    const auto bytes_before = resident(all);
    daemons.link(count);
    daemons.idle(rest); // until each node has heard of all
    const auto before = times_of(all);
    daemons.idle(rest);
    const auto after = times_of(all);
    const auto linked = static_cast<double>(count - most_nodes);
    const double bytes = static_cast<double>(resident(all) - bytes_before) / linked;
    const double processor = (after.nodes - before.nodes) / process_usage::seconds(rest) / linked;
    std::printf("%zu idle daemons on %zu nodes, each with one connection, without HAProxy; %zu "
                "still linked\n",
                count, most_nodes, daemons.linked());
    std::printf("  of all nodes together              %.1f KiB and %.1f millionths of a processor "
                "each\n",
                bytes / 1024, processor * 1e6);
    std::printf("  PostgreSQL %.3f, NATS %.3f of a processor\n",
                (after.store - before.store) / process_usage::seconds(rest),
                (after.nats - before.nats) / process_usage::seconds(rest));
    const auto many = static_cast<double>(hundred_thousand);
    std::printf("  100,000 would take                 %.1f GiB and %.2f processors\n",
                bytes * many / 1024 / 1024 / 1024, processor * many);
    if (daemons.linked() != count)
        throw std::runtime_error("some have lost their link");
}

bool run(std::chrono::seconds time, int rounds, std::size_t idle)
{
    if (const auto missing = e2e::missing_for_nodes(); !missing.empty())
        throw std::runtime_error(missing.front() + " is not installed (scripts/setup)");
    if (service::raise_descriptor_limit() < 2 * phones_under_load + descriptors_spared)
        throw std::runtime_error("the system grants too few open files");
    const bool quick = another_node_is_near(rounds);
    measure_idle_daemons(idle);
    const bool enough = scales(time);
    return quick && enough;
}

} // namespace

} // namespace thimble::bench

int main(int argc, char** argv)
{
    return thimble::bench::run_benchmark(
        {argv, static_cast<std::size_t>(argc)},
        {{.name = "SECONDS", .usual = 30},
         {.name = "ROUNDS", .usual = 1000},
         {.name = "COUNT", .usual = 0, .least = 0}},
        [](const auto& numbers) {
            return thimble::bench::run(std::chrono::seconds(numbers[0]), numbers[1],
                                       static_cast<std::size_t>(numbers[2]));
        },
        1800);
}
