// CoreDevice as a driver of one phone: what its services in the tunnel can do.
#pragma once

#include "device/coredevice/driver/tunnel_buttons.hpp"
#include "device/coredevice/driver/tunnel_clipboard.hpp"
#include "device/coredevice/driver/tunnel_frames.hpp"
#include "device/coredevice/driver/tunnel_launcher.hpp"
#include "device/coredevice/driver/tunnel_orientation.hpp"

#include <array>

namespace thimble::device::coredevice {

/// Home thread. Lives as long as the phone.
class driver {
public:
    explicit driver(tunnel_options options) : tunnel_(std::move(options)) {}

    tunnel_keeper& tunnel() { return tunnel_; }
    const tunnel_keeper& tunnel() const { return tunnel_; }
    bool offers(capability what) const { return tunnel_.offers(what); }

    tunnel_frames& frames() { return frames_; }

    /// The interface by the display's own facts or the newest picture; nothing where neither tells.
    std::optional<screen::interface> interface() const;

    tunnel_clipboard& clipboard() { return clipboard_; }
    tunnel_buttons& buttons() { return buttons_; }
    tunnel_launcher& launcher() { return launcher_; }
    tunnel_orientation& orientation() { return orientation_; }

    /// All that it may offer.
    static constexpr std::array capabilities{capability::frame, capability::buttons,
                                             capability::apps, capability::clipboard,
                                             capability::orientation};

private:
    tunnel_keeper tunnel_;
    tunnel_frames frames_{tunnel_};
    tunnel_clipboard clipboard_{tunnel_};
    tunnel_buttons buttons_{tunnel_};
    tunnel_launcher launcher_{tunnel_};
    tunnel_orientation orientation_{tunnel_, frames_};
};

} // namespace thimble::device::coredevice
