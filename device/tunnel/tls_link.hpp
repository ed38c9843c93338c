// TLS on a connection that usbmuxd has made: what the tunnel runs over.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/tunnel/owned_descriptor.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace thimble::device::tunnel {

/// Identity by which the phone knows this computer, from the pair record; PEM. A secret.
struct tls_identity {
    std::string certificate;
    std::string private_key;
};

/// A connected socket to a service of the phone that speaks TLS, and who to be there.
struct service_connection {
    owned_descriptor socket;
    tls_identity identity;
};

/// Home thread. The phone is the server. Its certificate is not verified: it was made by the
/// computer that paired, and usbmuxd has said which phone this is. The phone verifies ours.
boost::asio::awaitable<result<std::unique_ptr<coredevice::byte_stream>>>
start_tls(service_connection with, std::chrono::steady_clock::duration limit);

} // namespace thimble::device::tunnel
