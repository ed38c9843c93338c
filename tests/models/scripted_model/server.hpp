// The scripted model's HTTP: plain or over TLS, on loopback.
#pragma once

#include "tests/models/scripted_model/director.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include <cstdint>
#include <memory>

namespace thimble::scripted_model {

/// The context and the director outlive it.
class server {
public:
    /// `encryption`: nothing for plain HTTP. `port` 0: any.
    server(boost::asio::io_context& on,
           director& directs,
           std::unique_ptr<boost::asio::ssl::context> encryption,
           const boost::asio::ip::tcp::endpoint& at);

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

    /// Until the context stops.
    boost::asio::awaitable<void> run();

private:
    director& director_;
    std::unique_ptr<boost::asio::ssl::context> encryption_;
    boost::asio::ip::tcp::acceptor acceptor_;
    int connections_ = 0;
};

} // namespace thimble::scripted_model
