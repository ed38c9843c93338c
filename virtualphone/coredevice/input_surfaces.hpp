// The surfaces through which hosts send reports of HID to one phone.
#pragma once

#include "virtualphone/hid/keyboard.hpp"
#include "virtualphone/hid/touchscreen.hpp"
#include "virtualphone/xpc/protocol/object.hpp"

#include <cstdint>
#include <map>

namespace thimble::virtualphone::coredevice {

/// Kept between connections: fingers and keys stay down when a connection ends. Home thread only.
class input_surfaces {
public:
    static constexpr std::uint64_t touchscreen_id = 257;
    static constexpr std::uint64_t keyboard_id = 512;
    static constexpr std::uint64_t buttons_id = 1026;
    static constexpr std::uint64_t vendor_id = 1280;
    static constexpr std::uint64_t pointer_id = 1281;
    static constexpr std::size_t most_keyboards = 16; // that hosts have made

    input_surfaces() { keyboards_[keyboard_id]; }

    hid::touchscreen& touchscreen() { return touchscreen_; }
    hid::keyboard& main_keyboard() { return keyboards_[keyboard_id]; }

    /// nullptr: none has this id.
    hid::keyboard* keyboard(std::uint64_t id);

    /// False: there are too many.
    bool add_keyboard(std::uint64_t id, std::string product);
    /// False: no host has made one with this id.
    bool remove_keyboard(std::uint64_t id, operating_system& os, milliseconds now);

    /// As a host gets to see them.
    xpc::array descriptors(bool authenticated) const;

private:
    hid::touchscreen touchscreen_;
    std::map<std::uint64_t, hid::keyboard> keyboards_;
    std::map<std::uint64_t, std::string> products_; // of the keyboards that hosts have made
};

} // namespace thimble::virtualphone::coredevice
