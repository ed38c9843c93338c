// Listen addresses, as people write them.
#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <expected>
#include <string>
#include <string_view>

namespace thimble::service {

/// "127.0.0.1:8344", "[::1]:8344", "localhost:8344", "0.0.0.0:8344" for all interfaces; port 0 lets
/// the system choose.
std::expected<boost::asio::ip::tcp::endpoint, std::string>
parse_listen_address(std::string_view text);

} // namespace thimble::service
