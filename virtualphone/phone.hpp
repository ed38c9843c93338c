// One virtual phone: its software, its ports, and the state that its services share.
#pragma once

#include "virtualphone/device_ports.hpp"
#include "virtualphone/faults.hpp"
#include "virtualphone/os/device_clock.hpp"
#include "virtualphone/os/operating_system.hpp"

namespace thimble::virtualphone {

/// What the person holding the phone answers to "Trust This Computer?".
enum class trust : std::uint8_t { ask, yes, no };

/// WebDriverAgent's runner: `dead` refuses connections, `hung` accepts and is silent.
enum class runner : std::uint8_t { running, dead, hung };

/// Lives as long as the process; unplugging flips `plugged` and closes what the mux has open.
struct phone {
    phone(const model& hardware, const ios_profile& ios, identity who, double time_factor)
        : clock(time_factor), os(hardware, ios, std::move(who), log)
    {
    }

    event_log log;
    device_clock clock;
    operating_system os;
    device_ports ports;
    fault_switches faults;
    bool plugged = true;
    virtualphone::trust trust = trust::yes;
    virtualphone::runner runner = runner::running;
    bool developer_mode = true;
    bool developer_image_mounted = true;
};

} // namespace thimble::virtualphone
