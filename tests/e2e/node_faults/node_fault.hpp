// The faults of several nodes: what goes wrong, and how it is put right.
#pragma once

#include "tests/e2e/faults/chance.hpp"
#include "tests/e2e/node_faults/cluster.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace thimble::e2e {

struct node_fault {
    std::string name;

    /// Lets it go wrong. The cause has gone when the remedy returns.
    std::function<remedy(cluster&, chance&)> strike;

    /// Time for which it is left so.
    std::chrono::milliseconds least{0};
    std::chrono::milliseconds most{4000};
};

/// All that can be played on this cluster; `left_out` has a line for each other.
std::vector<node_fault> all_node_faults(cluster& on, std::vector<std::string>& left_out);

} // namespace thimble::e2e
