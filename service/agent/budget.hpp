// Budget of a session.
#pragma once

#include "contract/failure.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace thimble::service::agent {

struct budget {
    int turns = 100; // replies of the model
    std::optional<std::int64_t> micro_dollars = {};
    std::chrono::milliseconds time = std::chrono::minutes(30); // since the start, pauses included
};

struct spending {
    int turns = 0;
    std::int64_t micro_dollars = 0;
    bool cost_known = true; // of every reply
    std::chrono::milliseconds time{};
};

/// Why there may be no further turn: TIMEOUT or BUDGET_EXCEEDED. A limit of money that cannot be
/// kept, because nobody knows what the model costs, is used up with the first turn.
std::optional<failure> used_up(const budget& granted, const spending& so_far);

} // namespace thimble::service::agent
