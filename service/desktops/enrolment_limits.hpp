// Limits for desktops that nobody has approved yet.
#pragma once

#include "service/accounts/rate_limit.hpp"

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct enrolment_limits {
    std::size_t open = 1000;                            // at the same time
    rate asked{.per_second = 100.0 / 60, .burst = 100}; // by all strangers together
    rate asked_from_address{.per_second = 20.0 / 60, .burst = 20};
    std::size_t desktops = 1000;                        // of an account
    rate guessed{.per_second = 10.0 / 60, .burst = 10}; // wrong codes, by an account
    std::chrono::seconds lifetime{600};                 // of a code
    std::chrono::seconds poll_interval{1};              // for a desktop that waits
};

} // namespace thimble::service
