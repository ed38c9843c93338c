// Limits of jobs: number, time kept, and time that each may take.
#pragma once

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct job_limits {
    std::chrono::milliseconds action_time{60'000};   // sync: from acceptance; async: from the start
    std::chrono::milliseconds cancel_time{2'000};    // for the outcome of a cancelled command
    std::chrono::milliseconds async_wait{3'600'000}; // in the queue, for an async job
    std::size_t queue_length = 100;                  // commands under way for a phone and lane

    std::size_t recent_jobs = 1000;      // that have ended, in memory; all are in the store
    std::size_t stored_jobs = 1'000'000; // about 400 MB
    std::chrono::hours job_age{24 * 7};
    std::chrono::minutes confidence_age{10};           // of what is not written down
    std::size_t confidence_bytes = 16UL * 1024 * 1024; // of that, in memory, of an account
    std::size_t picture_bytes =
        2UL * 1024 * 1024 * 1024; // of all async pictures; see account_share.hpp
    std::chrono::minutes picture_age{60};
    std::chrono::milliseconds picture_time{5'000}; // to write or read one
    std::chrono::hours idempotency_age{24};
    std::size_t idempotent_requests = 1'000'000; // in the store; an account keeps a fair share
};

} // namespace thimble::service
