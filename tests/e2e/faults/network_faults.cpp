// Between the daemon and the service.
#include "tests/e2e/faults/fault.hpp"

namespace thimble::e2e {

namespace {

/// A fault that the network passes over again.
fault of_network(std::string name, std::function<void(relay&, chance&)> strike)
{
    return {.name = std::move(name),
            .strike = [strike = std::move(strike)](cloud& all, chance& from) {
                strike(all.network(), from);
                return [&all] { all.network().pass(); };
            }};
}

} // namespace

std::vector<fault> network_faults()
{
    return {
        of_network("link cut",
                   [](relay& network, chance& from) {
                       if (choose(from, 0, 1) == 1)
                           network.refuse();
                       network.cut();
                   }),
        of_network("half open", [](relay& network, chance&) { network.half_open(); }),
        of_network("stalled both ways",
                   [](relay& network, chance&) {
                       network.stall(direction::up);
                       network.stall(direction::down);
                   }),
        of_network("stalled up", [](relay& network, chance&) { network.stall(direction::up); }),
        of_network("stalled down", [](relay& network, chance&) { network.stall(direction::down); }),
        of_network("slow",
                   [](relay& network, chance& from) {
                       constexpr int least = 50; // bytes a second: less than heartbeats need
                       constexpr int most = 5000;
                       network.slow(static_cast<std::size_t>(choose(from, least, most)));
                   }),
    };
}

} // namespace thimble::e2e
