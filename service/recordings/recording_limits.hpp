// Limits of recordings, of one and of all.
#pragma once

#include "link/unit_queue.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace thimble::service {

struct recording_limits {
    std::chrono::seconds longest{3600};                // of one
    std::uint64_t largest = 4ULL * 1024 * 1024 * 1024; // the same, in bytes
    std::size_t at_once = 16;                          // of all phones together
    std::size_t at_once_of_phone = 4;                  // of one
    std::uint64_t bytes = 8ULL * 1024 * 1024 * 1024;   // of all that are kept
    std::size_t kept = 10'000;                         // how many
    std::chrono::hours age{7 * 24};                    // since its end
    std::chrono::milliseconds video_wait{35'000};      // for a key: then JPEGs are recorded
    std::chrono::milliseconds picture_wait{45'000};    // for the first picture, at the least
    std::chrono::milliseconds flush{1'000};            // while no unit comes
    link::unit_queue_limits units{
        .units = 3'600, .bytes = 64UL * 1024 * 1024, .keys_supersede = false}; // for the disk
    std::size_t waiting_bytes = 256UL * 1024 * 1024; // the same, of all recordings together
};

} // namespace thimble::service
