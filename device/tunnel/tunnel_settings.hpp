// Limits and timeouts of a tunnel.
#pragma once

#include "device/tunnel/cdtunnel.hpp"
#include "device/tunnel/tcp_connection.hpp"

namespace thimble::device::tunnel {

struct tunnel_settings {
    std::uint16_t mtu = asked_mtu;

    /// Bytes. Over USB a phone drops packets of more than about 8 KiB, whatever it has granted.
    std::size_t most_sent_packet = 4096;

    std::size_t most_connections = 64; // that are open or being opened
    std::chrono::steady_clock::duration handshake_limit = std::chrono::seconds(10);
    tcp_settings tcp{};
};

} // namespace thimble::device::tunnel
