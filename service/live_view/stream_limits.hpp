// Limits for viewers of phones.
#pragma once

#include "link/unit_queue.hpp"

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct stream_limits {
    std::size_t viewers_of_phone = 64;
    std::size_t viewers = 256;                          // of all phones together
    std::size_t picture_bytes = 8UL * 1024 * 1024;      // of one; a larger one is passed over
    link::unit_queue_limits units = {};                 // that wait for one viewer of video
    std::chrono::milliseconds restart_interval{30'000}; // of a phone's video, for a viewer's sake
    std::chrono::milliseconds write_time{10'000};       // for a viewer to take one picture
    std::chrono::milliseconds close_deadline_time{500}; // the same, once the viewer is to end
};

} // namespace thimble::service
