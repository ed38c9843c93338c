// The faults of the campaign: what goes wrong, and how it is put right.
#pragma once

#include "tests/e2e/faults/chance.hpp"
#include "tests/e2e/faults/cloud.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace thimble::e2e {

struct fault {
    std::string name;

    /// Lets it go wrong.
    std::function<remedy(cloud&, chance&)> strike;

    /// Time that the system may take besides what any fault of the link may.
    std::chrono::milliseconds besides{0};
};

std::vector<fault> network_faults();
std::vector<fault> program_faults();
std::vector<fault> phone_faults();
std::vector<fault> machine_faults();

/// All of them.
std::vector<fault> all_faults();

} // namespace thimble::e2e
