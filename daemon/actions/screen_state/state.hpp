// Asking the phone how it is, until it is as an action wants it.
#pragma once

#include "device/phone.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace thimble::daemon {

/// Waits between two questions, as long as the last one took where that is longer than usual; ends
/// early when cancelled.
boost::asio::awaitable<void>
pause_between_questions(std::chrono::steady_clock::duration took = std::chrono::milliseconds(0));

/// True if the phone is locked; fails where no driver can say.
boost::asio::awaitable<device::result<bool>> is_locked(device::phone& phone);

/// True for the failure of a phone that does not tell whether it is locked, and is driven all the
/// same.
bool is_untold_lock(const device::failure& why);

/// Asks until the phone is locked, or unlocked, as wanted; false when it is not within `limit`.
boost::asio::awaitable<device::result<bool>>
becomes_locked(device::phone& phone, bool wanted, std::chrono::milliseconds limit);

/// The alert in front, if the phone can be asked and there is one.
boost::asio::awaitable<std::optional<device::alert>> alert_in_front(device::phone& phone);

/// The bundle id of the app in front, where the phone can be asked.
boost::asio::awaitable<std::optional<std::string>> app_in_front(device::phone& phone);

} // namespace thimble::daemon
