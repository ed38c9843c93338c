// The question and the answer with which a tunnel begins, on the stream that becomes the tunnel.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/tunnel/cdtunnel.hpp"

#include <chrono>

namespace thimble::device::tunnel {

/// Asks for packets of up to `mtu` bytes. Reads not a byte more than the answer.
boost::asio::awaitable<result<granted_tunnel>> agree_on_tunnel(
    coredevice::byte_stream& over, std::uint16_t mtu, std::chrono::steady_clock::duration limit);

} // namespace thimble::device::tunnel
