// A way through a proxy: HTTP's CONNECT.
#pragma once

#include "daemon/connection/connect_failure.hpp"
#include "daemon/connection/proxy.hpp"
#include "daemon/connection/service_address.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <expected>

namespace thimble::daemon {

/// Asks the proxy at the other end of the socket for a tunnel; afterwards the service is there. The
/// caller limits the time.
boost::asio::awaitable<std::expected<void, connect_failure>>
open_tunnel(boost::asio::ip::tcp::socket& to, const proxy& by, const service_address& service);

/// "proxy.example:3128".
std::string place_of(const proxy& what);

} // namespace thimble::daemon
