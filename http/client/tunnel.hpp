// A way through a proxy: HTTP's CONNECT.
#pragma once

#include "http/client/proxy.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <expected>
#include <string>

namespace thimble::service::http {

/// Asks the proxy at the other end of the socket for a tunnel; afterwards the server is there. The
/// caller limits the time. An error continues "The proxy gives no way: ".
boost::asio::awaitable<std::expected<void, std::string>>
open_tunnel(boost::asio::ip::tcp::socket& to, const proxy& by, const server_address& server);

} // namespace thimble::service::http
