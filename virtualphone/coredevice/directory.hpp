// The directory of a phone's services (RSD), and the ports in its tunnel on which they listen.
#pragma once

#include "virtualphone/coredevice/conversation.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <cstdint>
#include <memory>

namespace thimble::virtualphone::coredevice {

/// Of the directory itself; the services' ports follow it. Phones differ in it, so that a relay
/// can have those of several on one address.
std::uint16_t directory_port(const phone& device);

/// The handshake that a phone sends unasked: what it is, and the services that it has now.
xpc::dictionary directory_of(const phone& device, const xpc::uuid& session);

/// Who listens in the phone's tunnels. Faults: "rsd", the names of the services (deviceinfo,
/// appservice, screencapture, pasteboard, devicecontrol, indigo, display), and two that make a
/// phone stricter than it is: "rsd.handshake_required" waits for the host's handshake first, and
/// "rsd.one_uuid" ends the other connections of a host that names another UUID. The phone and the
/// state outlive the tunnels.
tunnel::listeners listeners_of(phone& device, shared_state& shared);

} // namespace thimble::virtualphone::coredevice
