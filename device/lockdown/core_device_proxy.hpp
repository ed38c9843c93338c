// The door to the tunnel of iOS 17.4 and later: a service that lockdownd starts.
#pragma once

#include "device/failure.hpp"
#include "device/tunnel/tls_link.hpp"
#include "device/usbmux/attached_devices.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::device {

/// Cause of the failure of a phone that has no such service, as before iOS 17.4.
inline constexpr std::string_view no_tunnel_service = "no_tunnel_service";

/// Has the phone listen for a tunnel, and connects to that. TLS is begun on it elsewhere, since
/// libimobiledevice's cannot be waited for. Blocks, up to 30 s on a phone that falls silent: for a
/// worker. Never throws.
result<tunnel::service_connection> connect_core_device_proxy(const attachment& phone);

/// Certificate and key of this computer in a pair record, a property list of either format;
/// nothing when there are none in it.
std::optional<tunnel::tls_identity> identity_in(const char* record, std::size_t size);

} // namespace thimble::device
