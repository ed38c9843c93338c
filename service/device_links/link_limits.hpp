// Limits of links.
#pragma once

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct link_limits {
    std::chrono::milliseconds heartbeat{10'000};      // between two; the welcome tells the daemon
    std::chrono::milliseconds greeting{10'000};       // for the first message
    std::chrono::milliseconds picture_time{10'000};   // between a result and its picture
    std::chrono::milliseconds drain{5'000};           // for what is under way when the service ends
    std::size_t bytes_per_second = 2UL * 1024 * 1024; // of messages; more is read later
    std::size_t values_per_second = 200'000;          // of JSON in them
    std::size_t unread_picture_bytes = 64UL * 1024 * 1024; // before their results; of an account
    std::chrono::milliseconds return_time{60'000}; // for a desktop to tell of what nobody awaits
};

} // namespace thimble::service
