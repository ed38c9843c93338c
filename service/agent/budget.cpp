#include "service/agent/budget.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::service::agent {

namespace {

failure exceeded(std::string message)
{
    return {.code = "BUDGET_EXCEEDED", .message = std::move(message)};
}

/// "1.50 USD"; every decimal that counts is told: "0.035 USD".
std::string in_dollars(std::int64_t micro_dollars)
{
    auto out = fmt::format("{}.{:06}", micro_dollars / 1'000'000, micro_dollars % 1'000'000);
    const auto needed = out.find_last_not_of('0') + 1;
    out.resize(std::max(needed, out.size() - 4)); // two at least
    return out + " USD";
}

} // namespace

std::optional<failure> used_up(const budget& granted, const spending& so_far)
{
    if (so_far.time >= granted.time) {
        const auto limit = std::chrono::duration_cast<std::chrono::seconds>(granted.time);
        return failure{.code = "TIMEOUT",
                       .message =
                           fmt::format("The task was not done within {} seconds.", limit.count())};
    }
    if (so_far.turns >= granted.turns)
        return exceeded(fmt::format("The task was not done within {} turns.", granted.turns));
    if (!granted.micro_dollars)
        return std::nullopt;
    if (so_far.micro_dollars >= *granted.micro_dollars)
        return exceeded(
            fmt::format("The task was not done for {}.", in_dollars(*granted.micro_dollars)));
    if (so_far.turns > 0 && !so_far.cost_known)
        return exceeded("What the model costs is not known, so the limit cannot be kept: it needs "
                        "a price, and a server that says how many tokens a reply took.");
    return std::nullopt;
}

} // namespace thimble::service::agent
