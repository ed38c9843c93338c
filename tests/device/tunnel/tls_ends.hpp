// Two ends of a socket of which the phone's speaks TLS as a server.
#pragma once

#include "device/tunnel/tls_link.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>

#include <memory>

namespace thimble::tests {

/// A key and a certificate that it has signed itself.
device::tunnel::tls_identity new_identity();

/// The server's end, which asks for a certificate.
class tls_phone {
public:
    explicit tls_phone(boost::asio::io_context& context);

    device::tunnel::service_connection take_connection(const device::tunnel::tls_identity& as);

    /// Waits for the host's handshake. Null when it fails.
    boost::asio::awaitable<std::unique_ptr<device::coredevice::byte_stream>> accept();

    void hang_up();

private:
    boost::asio::ssl::context settings_;
    boost::asio::local::stream_protocol::socket phone_;
    boost::asio::local::stream_protocol::socket host_;
};

} // namespace thimble::tests
