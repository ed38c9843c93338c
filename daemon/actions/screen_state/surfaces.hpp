// The system's own surfaces, as the accessibility tree tells of them.
#pragma once

#include "device/phone.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::daemon {

/// The system's own app: the home screen, and what lies over apps.
inline constexpr std::string_view system_app = "com.apple.springboard";

/// Surfaces of the system over the home screen or an app. On a locked phone the notification centre
/// is the lock screen itself.
enum class surface : std::uint8_t {
    none,
    spotlight,
    app_switcher,
    control_center,
    notification_center,
};

/// The surface that an action has brought to the front of a phone, until it is seen to be gone.
/// Where it lies over an app, the tree of the app in front does not hold what it shows.
struct opened_surface {
    surface which = surface::none;

    /// The surface that the last input was for, where nobody sees whether it shows.
    surface presumed = surface::none;
};

/// The surface whose elements are to be seen in a tree.
surface surface_of(const std::vector<device::element>& tree);

/// The surface in front; nothing where the phone cannot be asked.
boost::asio::awaitable<std::optional<surface>> surface_in_front(device::phone& phone);

/// Asks until the surface is in front, at most for `limit`, and not at once again where the answer
/// takes long; nothing where the phone cannot be asked.
boost::asio::awaitable<std::optional<bool>>
surface_appears(device::phone& phone, surface wanted, std::chrono::milliseconds limit);

/// The tree of the app that shows this surface; none where it is not in front, a failure where the
/// phone cannot be asked.
boost::asio::awaitable<device::result<std::optional<device::element_list>>>
read_surface(device::phone& phone, surface which);

/// Surfaces of the system: over the app in front, or the home screen.
boost::asio::awaitable<device::result<device::element_list>> read_system(device::phone& phone);

/// Elements of the lock screen; nothing where the phone cannot be asked.
boost::asio::awaitable<std::optional<device::element_list>> read_lock_screen(device::phone& phone);

/// The field for the passcode on a lock screen, or nullptr.
const device::element* passcode_field_of(const device::element_list& lock_screen);

/// True if a keypad or a keyboard for a passcode is to be seen.
boost::asio::awaitable<bool> asks_for_passcode(device::phone& phone);

/// True if the lock screen says that it takes no passcode for a while.
boost::asio::awaitable<bool> says_disabled(device::phone& phone);

} // namespace thimble::daemon
