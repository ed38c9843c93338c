// Where to listen, as people write it.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <expected>
#include <string>
#include <string_view>

namespace thimble::service {

/// "127.0.0.1:8344", "[::1]:8344" or "localhost:8344"; port 0 lets the system choose. Refuses what
/// is no loopback address: there is no TLS here that would make it safe.
std::expected<boost::asio::ip::tcp::endpoint, std::string>
parse_loopback_address(std::string_view text);

} // namespace thimble::service
