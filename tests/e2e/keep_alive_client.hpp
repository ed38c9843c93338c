// An HTTP client that keeps its connection and asks one thing after another.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include <cstdint>
#include <string>

namespace thimble::e2e {

/// A request as it goes over the wire, made once and sent often. No key is sent where it is empty.
std::string wire_request(const std::string& method,
                         const std::string& target,
                         const std::string& api_key = "",
                         const std::string& body = "");

/// Belongs to the thread that runs its executor.
class keep_alive_client {
public:
    struct answer {
        unsigned status = 0;
        std::string body;
    };

    explicit keep_alive_client(const boost::asio::any_io_executor& home) : socket_(home) {}

    boost::asio::awaitable<void> connect(std::uint16_t loopback_port);

    /// Throws boost::system::system_error when the server has closed.
    boost::asio::awaitable<answer> exchange(std::string request);

private:
    boost::asio::ip::tcp::socket socket_;
    boost::beast::flat_buffer buffer_;
};

} // namespace thimble::e2e
