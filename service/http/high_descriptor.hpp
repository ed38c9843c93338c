// Keeps clients away from the descriptors that others need.
#pragma once

#include <boost/asio/ip/tcp.hpp>

namespace thimble::service::http {

/// The same connection under a descriptor above all that select() can watch, if the process may
/// have such. The C libraries that speak to phones use select() and end the process when they get
/// one of those: a thousand clients must not leave them nothing else. Closed when it fails.
boost::asio::ip::tcp::socket with_high_descriptor(boost::asio::ip::tcp::socket client);

} // namespace thimble::service::http
