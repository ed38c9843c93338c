// One virtual phone: its software, its event log, and whether it is plugged in.
#pragma once

#include "virtualphone/os/device_clock.hpp"
#include "virtualphone/os/operating_system.hpp"

namespace thimble::virtualphone {

/// What every service of the phone shares. Lives as long as the process; unplugging only flips
/// `plugged` and closes the connections that the mux holds.
struct phone {
    phone(const model& hardware, const ios_profile& ios, identity who, double time_factor)
        : clock(time_factor), os(hardware, ios, std::move(who), log)
    {
    }

    event_log log;
    device_clock clock;
    operating_system os;
    bool plugged = true;
};

} // namespace thimble::virtualphone
