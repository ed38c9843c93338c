// Limits for followers of sessions.
#pragma once

#include <chrono>
#include <cstddef>

namespace thimble::service {

struct follower_limits {
    std::size_t followers_of_session = 32;
    std::size_t followers = 512;                  // of all sessions together
    std::chrono::milliseconds heartbeat{15'000};  // between two, while nothing happens
    std::chrono::milliseconds write_time{10'000}; // for a follower to take what is told at once
    std::chrono::milliseconds close_deadline_time{500}; // to hear that nothing more comes
};

} // namespace thimble::service
