// The times of links.
#pragma once

#include <chrono>

namespace thimble::service {

struct link_limits {
    std::chrono::milliseconds heartbeat{10'000};    // between two; the welcome tells the daemon
    std::chrono::milliseconds greeting{10'000};     // for the first message
    std::chrono::milliseconds picture_time{10'000}; // between a result and its picture
    std::chrono::milliseconds drain{5'000};         // for what is under way when the service ends
    std::chrono::milliseconds return_time{60'000};  // for a desktop to tell of what nobody awaits
};

} // namespace thimble::service
