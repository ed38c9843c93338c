// Interface of the control calls to everything around the phones; their program implements it.
#pragma once

#include "virtualphone/phone/phone.hpp"

namespace thimble::virtualphone {

/// Home thread only. Every call may be repeated: plugging a plugged phone does nothing.
class world {
public:
    world() = default;
    world(const world&) = delete;
    world& operator=(const world&) = delete;
    virtual ~world() = default;

    /// Sets phone.plugged; the mux tells its listeners. Unplugging ends every open connection.
    virtual void plug(phone& which) = 0;
    virtual void unplug(phone& which) = 0;

    /// Sets phone.trust: what the person answers from now on, and to a question that is open.
    /// `ask` forgets the hosts that the phone trusted.
    virtual void set_trust(phone& which, trust answer) = 0;

    /// The usbmuxd process dies, its socket and connections with it, and comes back.
    virtual void stop_mux() = 0;
    virtual void start_mux() = 0;
};

} // namespace thimble::virtualphone
