// HTTP on one connection that is kept: the same client for both sides of a comparison.
#pragma once

#include "bench/usbmux_connection.hpp"

#include <boost/beast/core/flat_buffer.hpp>

#include <chrono>
#include <map>
#include <string>

namespace thimble::bench {

/// A stream to a port of this machine.
stream connect_to_service(boost::asio::io_context& context, std::uint16_t port);

class http_conversation {
public:
    /// `more`: header fields of each request.
    explicit http_conversation(stream socket,
                               std::string api_key = "",
                               std::map<std::string, std::string> more = {});

    /// The answer's body; throws std::runtime_error when its status is not 200.
    std::string
    exchange(const std::string& method, const std::string& target, const std::string& body);

private:
    stream socket_;
    std::string api_key_;
    std::map<std::string, std::string> more_;
    boost::beast::flat_buffer buffer_;
};

} // namespace thimble::bench
