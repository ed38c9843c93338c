// The phones on the cable, by the device id that each plugging-in gives them anew.
#pragma once

#include "virtualphone/mux/message.hpp"
#include "virtualphone/phone/open_connections.hpp"
#include "virtualphone/phone/phone.hpp"

#include <memory>
#include <vector>

namespace thimble::virtualphone::mux {

/// A phone from plugging to unplugging. Connections keep it until their services have ended.
struct attached_phone {
    attachment id;
    phone* device = nullptr;
    open_connections connections;
};

/// Home thread only.
class attached_phones {
public:
    /// Nothing when it is attached already.
    std::shared_ptr<attached_phone> attach(phone& device);

    /// Ends every connection of the phone; nothing when it is not attached.
    std::shared_ptr<attached_phone> detach(const phone& device);

    std::shared_ptr<attached_phone> find(std::uint32_t device_id) const;
    std::shared_ptr<attached_phone> find(std::string_view udid) const;

    const std::vector<std::shared_ptr<attached_phone>>& all() const noexcept { return attached_; }

private:
    std::vector<std::shared_ptr<attached_phone>> attached_;
    std::uint32_t last_id_ = 0;
};

/// Usbmuxd's form of a serial number of 24 characters: 8, a hyphen, 16.
std::string hyphenated(std::string serial);

} // namespace thimble::virtualphone::mux
