// A certificate that nobody has to trust: clients of the signing server look at none.
#pragma once

#include <boost/asio/ssl/context.hpp>

#include <memory>

namespace thimble::virtualphone::tss {

/// Signed by itself, with a new key. Throws std::runtime_error when OpenSSL makes none.
std::shared_ptr<boost::asio::ssl::context> make_server_certificate();

} // namespace thimble::virtualphone::tss
