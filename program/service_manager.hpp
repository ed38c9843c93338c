// Notifications to the service manager that started this program: systemd, and anything else that
// speaks sd_notify. Where nobody listens, nothing happens.
#pragma once

#include <boost/asio/awaitable.hpp>

#include <string_view>

namespace thimble::service {

/// The program does its work from now on, or again after a reload.
void tell_ready();

/// Files are being read again; tell_ready() follows.
void tell_reloading();

/// The end has begun.
void tell_stopping();

/// Its present work, in a line for people.
void tell_status(std::string_view line);

/// Pats the manager's watchdog at half of its time until it is cancelled; where there is none, only
/// waits. Belongs on the home thread, so that one that hangs is seen and the program is restarted.
boost::asio::awaitable<void> notify_watchdog();

} // namespace thimble::service
