// Limits of agent sessions, and the time that their phones are waited for.
#pragma once

#include "models/client_limits.hpp"
#include "models/retry.hpp"
#include "service/sessions/session.hpp"

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct agent_limits {
    sessions::session_limits session;
    models::client_limits model;
    models::retry_policy retries;

    std::chrono::milliseconds phone_absence{60'000}; // of a session's phone; then it has failed
    std::chrono::milliseconds phone_poll{250};       // between two looks whether it is there again
    std::chrono::milliseconds picture_freshness{1'000}; // of a turn's; screens change by themselves
    std::chrono::milliseconds write_again{1'000};       // after the store would not take something
    std::size_t unwritten_events = 2'000;               // of one session; with more it has failed
    std::size_t live_sessions = 10'000;                 // of the whole service
    std::size_t account_pictures = 256UL * 1024 * 1024; // bytes that all its sessions hold
    std::size_t history_bytes = 8UL * 1024 * 1024;      // of texts, that a model is told; no model
                                                        // reads more
    std::chrono::hours age{24 * 90};                    // of sessions that have ended, in the store
    std::size_t forgotten_at_once = 500;

    /// Of the pictures that agents were shown, on the disk; see account_share.hpp. A session lasts
    /// a day at most: its pictures are there as long as itself.
    std::size_t kept_picture_bytes = 8UL * 1024 * 1024 * 1024;
    std::chrono::hours kept_picture_age{24 * 91};
};

} // namespace thimble::service
