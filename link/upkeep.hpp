// Messages that keep a link alive.
#pragma once

#include "link/command.hpp"

#include <chrono>

namespace thimble::link {

/// Down at each interval of the welcome; up at once as the answer, with the same clock.
struct heartbeat {
    service_time clock; // of the service when it sent it

    friend bool operator==(const heartbeat&, const heartbeat&) = default;
};

/// Down: this end will close. Connect anew within that time; what is under way goes on.
struct drain {
    std::chrono::milliseconds within{0};

    friend bool operator==(const drain&, const drain&) = default;
};

} // namespace thimble::link
