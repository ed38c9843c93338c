// The directory of a phone's services (RSD), and the ports in its tunnel on which they listen.
#pragma once

#include "virtualphone/coredevice/conversation.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace thimble::virtualphone::coredevice {

/// Of the directory itself; the services' ports follow it. Phones differ in it, so that a relay
/// can have those of several on one address.
std::uint16_t directory_port(const phone& device);

/// The handshake that a phone sends unasked: what it is, and the services that it has now.
xpc::dictionary directory_of(const phone& device, const xpc::uuid& session);

/// Server of a service of lockdownd or of DTX in a tunnel, by its name in the directory; empty if
/// none.
using shim_opener = std::function<tunnel::stream_service(std::string_view name)>;

/// Listeners in the phone's tunnels. Faults: "rsd", the names of the services (deviceinfo,
/// appservice, screencapture, pasteboard, devicecontrol, indigo, universalhid, hidkeys, display),
/// and two that make a phone stricter than it is: "rsd.handshake_required" waits for the host's
/// handshake first, and "rsd.one_uuid" ends the other connections of a host that names another
/// UUID. The phone and the state outlive the tunnels.
tunnel::listeners listeners_of(phone& device, shared_state& shared, shim_opener open_shim);

} // namespace thimble::virtualphone::coredevice
