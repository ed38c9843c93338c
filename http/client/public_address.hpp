// Addresses of the public internet, told from those that a request of somebody else must not reach.
#pragma once

#include <boost/asio/ip/address.hpp>

namespace thimble::service::http {

/// None of this machine, of a private network, of a link, of a group, and none that is reserved for
/// anything. An IPv6 address that only wraps one of IPv4 is judged by that.
bool is_public(const boost::asio::ip::address& address);

} // namespace thimble::service::http
