// Services of iOS 14 to 16 by which a runner is started: instruments and testmanagerd, which
// lockdownd starts, and the runner's container.
#pragma once

#include "device/failure.hpp"
#include "device/tunnel/tls_link.hpp"
#include "device/usbmux/attached_devices.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::device {

/// Cause of the failure of a phone that does not have them: its developer image is not mounted.
inline constexpr std::string_view no_developer_service = "no_developer_service";

/// Connections on which TLS is still to be begun, and stays.
struct runner_services {
    tunnel::service_connection hub; // of instruments
    tunnel::service_connection session;
    tunnel::service_connection control;
};

/// Blocks, up to 30 s on a phone that falls silent: for a worker. Never throws.
result<runner_services> connect_runner_services(const attachment& phone);

/// The hub of instruments alone, for the end of a process.
result<tunnel::service_connection> connect_instruments(const attachment& phone);

/// An installed app, where the phone keeps it.
struct installed_place {
    std::string path;       // of the app
    std::string container;  // of its data
    std::string executable; // "WebDriverAgentRunner-Runner"
};

/// Refused with the cause "app_not_installed" where the phone does not have it. Blocks.
result<installed_place> find_app(const attachment& phone, const std::string& bundle_id);

/// Writes a file into the app's container, `path` within it, and removes those of the same ending
/// that lie beside it: they are of earlier starts. Blocks.
result<void> write_container_file(const attachment& phone,
                                  const std::string& bundle_id,
                                  const std::string& path,
                                  std::span<const std::byte> content);

} // namespace thimble::device
