// Keeps connections away from the descriptors that others need.
#pragma once

#include <boost/asio/ip/tcp.hpp>

namespace thimble::service::http {

/// The same connection under a high descriptor: a thousand of them must not leave the C libraries
/// that speak to phones nothing else. Closed when it fails.
boost::asio::ip::tcp::socket with_high_descriptor(boost::asio::ip::tcp::socket client);

} // namespace thimble::service::http
