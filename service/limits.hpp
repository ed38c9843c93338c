// What the service grants to those outside, in one place.
#pragma once

#include "service/desktops/enrolment_limits.hpp"
#include "service/followers/follower_limits.hpp"
#include "service/http/limits.hpp"
#include "service/links/link_limits.hpp"
#include "service/rate_limit.hpp"
#include "service/runs/run_limits.hpp"
#include "service/streams/stream_limits.hpp"

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct limits {
    http::limits http;
    link_limits links;
    enrolment_limits enrolments;
    stream_limits streams;
    follower_limits followers;
    run_limits runs;
    rate wrong_keys{.per_second = 100.0 / 60, .burst = 100}; // from an address

    std::chrono::milliseconds action_time{60'000};   // sync: from acceptance; async: from the start
    std::chrono::milliseconds cancel_time{2'000};    // for the outcome of a cancelled command
    std::chrono::milliseconds async_wait{3'600'000}; // in the queue, for an async job
    std::size_t queue_length = 100;                  // commands under way for a phone and lane

    std::size_t recent_jobs = 1000; // that have ended, in memory; all are in the store
    std::size_t jobs = 1'000'000;   // in the store, about 400 MB
    std::chrono::hours job_age{24 * 7};
    std::chrono::minutes confidence_age{10};           // of what is not written down
    std::size_t confidence_bytes = 16UL * 1024 * 1024; // of that, in memory, of an account
    std::size_t picture_bytes =
        2UL * 1024 * 1024 * 1024; // of all async pictures; see account_share.hpp
    std::chrono::minutes picture_age{60};
    std::chrono::milliseconds picture_time{5'000}; // to write or read one
    std::chrono::hours idempotency_age{24};
    std::size_t idempotent_requests = 1'000'000;     // in the store; an account keeps a fair share
    std::chrono::milliseconds metrics_age{1'000};    // of what /metrics answers, at most
    std::chrono::milliseconds readiness_time{1'000}; // for the store to say that it is there
    std::chrono::seconds desktop_return{60};  // then what it was sent before a restart is lost
    std::chrono::seconds upkeep_interval{60}; // between two looks at what is too old
};

} // namespace thimble::service
