// One connection to a CoreDevice service: the phone, and the host at the other end.
#pragma once

#include "virtualphone/coredevice/shared_state.hpp"
#include "virtualphone/phone/phone.hpp"
#include "virtualphone/xpc/connection.hpp"

#include <string_view>

namespace thimble::virtualphone::coredevice {

/// One connection to one service. All that it refers to outlives it.
struct conversation {
    phone& device;
    shared_state& shared;
    xpc::connection& host;
    std::string_view service; // how faults call it

    /// The phone's software, brought to the present.
    operating_system& os() const
    {
        device.os.advance(device.clock.now());
        return device.os;
    }
};

} // namespace thimble::virtualphone::coredevice
