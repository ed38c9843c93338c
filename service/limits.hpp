// What the service grants to those outside, in one place.
#pragma once

#include "service/http/limits.hpp"

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct limits {
    http::limits http;

    std::chrono::milliseconds action_time{60'000};   // sync: from acceptance; async: from the start
    std::chrono::milliseconds cancel_time{2'000};    // for the outcome of a cancelled command
    std::chrono::milliseconds async_wait{3'600'000}; // in the queue, for an async job
    std::size_t queue_length = 100;                  // commands under way for a phone and lane

    std::size_t jobs = 10'000; // those that are remembered, whatever their age
    std::chrono::hours job_age{24 * 7};
    std::size_t picture_bytes = 256UL * 1024 * 1024; // of all async pictures together
    std::chrono::minutes picture_age{60};
};

} // namespace thimble::service
