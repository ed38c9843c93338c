// The phones that this machine's USB has, whether or not usbmuxd knows of them.
#pragma once

#include <cstdint>
#include <memory>

namespace thimble::device {

/// A seam: tests present a bus of their own. All of it blocks: for a worker.
class usb_bus {
public:
    virtual ~usb_bus() = default;

    struct phones {
        int attached = 0;
        int forbidden = 0; // of these, how many this user may not open
    };

    /// Opening a phone tells whether it is permitted; nothing is said to the phone.
    enum class look : std::uint8_t { count, count_and_open };
    virtual phones find(look how) = 0;
};

/// The bus of this machine. One that cannot be looked at has no phones.
std::unique_ptr<usb_bus> system_usb_bus();

} // namespace thimble::device
