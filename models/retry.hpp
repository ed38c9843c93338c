// Retry policy for a model that has failed.
#pragma once

#include "models/model_failure.hpp"

#include <chrono>
#include <optional>

namespace thimble::service::models {

struct retry_policy {
    unsigned tries = 8;                             // all together; at least 1: about a minute
    std::chrono::milliseconds first_wait{500};      // doubled after each try
    std::chrono::milliseconds longest_wait{30'000}; // unless the provider asks for more
};

/// True where the same prompt may do better the next time. One of whose reply something has been
/// passed on is not asked again: the listener would hear it twice.
bool may_pass(const model_failure& what);

/// Wait before the next try; nothing when there is to be none, because it would not help, there
/// were enough, or the wait would take all the time that is left. `failed`: tries so far, at least
/// 1. `chance` is from 0 to 1 and spreads those who failed together.
std::optional<std::chrono::milliseconds> wait_before_retry(const retry_policy& policy,
                                                           const model_failure& what,
                                                           unsigned failed,
                                                           std::chrono::milliseconds left,
                                                           double chance);

/// Of Retry-After: whole seconds up to a day. A date is passed over.
std::optional<std::chrono::milliseconds> parse_retry_after(std::string_view text);

} // namespace thimble::service::models
