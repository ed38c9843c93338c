// The swipes by which people reach the system's own surfaces, and where the phone is then.
#pragma once

#include "tests/virtualphone/os/handset.hpp"

#include <string>

namespace thimble::tests {

inline nlohmann::json system_state(const handset& phone)
{
    return phone.state_of("com.apple.springboard");
}

inline std::string shown_surface(const handset& phone)
{
    return system_state(phone).at("surface").get<std::string>();
}

inline void swipe_to_app_switcher(handset& phone)
{
    const double x = phone.os.width_pt() / 2;
    phone.stroke({.x = x, .y = phone.os.height_pt() - 1}, {.x = x, .y = phone.os.height_pt() / 2},
                 300, 600);
}

inline void swipe_from_top(handset& phone, double across, double to = 0.6)
{
    const double x = phone.os.width_pt() * across;
    phone.stroke({.x = x, .y = 1}, {.x = x, .y = phone.os.height_pt() * to}, 300);
}

inline void swipe_to_control_center(handset& phone)
{
    swipe_from_top(phone, 0.95, 0.4);
}

inline void swipe_to_notifications(handset& phone)
{
    swipe_from_top(phone, 0.12);
}

inline void swipe_to_spotlight(handset& phone)
{
    const double x = phone.os.width_pt() / 2;
    const double height = phone.os.height_pt();
    phone.stroke({.x = x, .y = height * 0.45}, {.x = x, .y = height * 0.75}, 300);
}

inline void press(handset& phone, vp::hardware_button which, double held_ms = 50)
{
    phone.os.press(which, vp::milliseconds(held_ms), phone.now);
}

inline void press_key(handset& phone, std::uint32_t usage, std::uint32_t modifiers = 0)
{
    phone.os.key(usage, modifiers, true, phone.now);
    phone.os.key(usage, modifiers, false, phone.now);
}

constexpr std::uint32_t command_key = 0x08; // the modifier

} // namespace thimble::tests
