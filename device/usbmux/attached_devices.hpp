// Table of attached phones from usbmuxd's events: one connection for each phone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace thimble::device {

/// Address of a phone at usbmuxd. The handle is good for one attachment only: a phone that is
/// plugged in again has another one.
struct attachment {
    std::string udid;
    std::uint32_t mux_handle = 0;
    bool over_usb = true;

    friend bool operator==(const attachment&, const attachment&) = default;
};

/// Something that has to be done because of an event: first `lost`, then `found`.
struct attachment_change {
    std::optional<attachment> lost;
    std::optional<attachment> found;

    friend bool operator==(const attachment_change&, const attachment_change&) = default;
};

/// Events may come twice, or without their counterpart: a phone that is added under another handle
/// was replugged. A phone that is there by USB and by network is used by USB.
class attached_devices {
public:
    attachment_change add(const attachment& seen);
    attachment_change remove(const attachment& gone);

private:
    struct paths {
        std::optional<attachment> usb;
        std::optional<attachment> network;
        const std::optional<attachment>& best() const { return usb ? usb : network; }
    };

    attachment_change compare(const std::string& udid, const std::optional<attachment>& before);

    std::map<std::string, paths> phones_;
};

} // namespace thimble::device
