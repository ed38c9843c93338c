// Checks of doctor that concern this machine, whichever phone it drives.
#pragma once

#include "daemon/doctor/finding.hpp"
#include "link/phone_state.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace thimble::daemon {

/// Makes it where it does not exist, as thimbled would.
finding check_state_directory(const std::filesystem::path& where);

/// A port that is taken is well where a running thimbled serves REST: `addresses` are those at
/// which they do, "http://127.0.0.1:8344".
finding check_port(const boost::asio::ip::tcp::endpoint& listen,
                   const std::vector<std::string>& addresses);

/// Check that text on pictures can be read, for which `data` has to be there. Well without it, too:
/// it is one way among others to find an element.
finding check_text(const std::optional<std::filesystem::path>& data);

/// usbmuxd, USB access, and whether there is a phone at all.
findings check_usb(const std::vector<link::blocker>& host_blockers, std::size_t phones);

} // namespace thimble::daemon
