// Opens TCP ports of a phone as streams on the home thread.
#pragma once

#include "device/failure.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/blocking_client.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <cstdint>
#include <functional>

namespace thimble::device {

/// A connection to a port of the phone: bytes as the service there sends them.
using port_stream = boost::asio::generic::stream_protocol::socket;

/// Opens one port. A seam: what speaks over a stream need not know that usbmuxd made it.
using port_opener = std::function<boost::asio::awaitable<result<port_stream>>()>;

/// Home thread. The opener may be kept beyond this object only as long as `client` lives.
///
/// Failures: `detached` (usbmuxd does not have the phone), `refused` with the cause
/// "port_refused" (nothing listens there), `timed_out`.
port_opener opener_of(blocking_client& client, const attachment& phone, std::uint16_t port);

} // namespace thimble::device
