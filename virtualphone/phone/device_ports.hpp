// The TCP ports of a virtual phone: what usbmux Connect reaches.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <cstdint>
#include <functional>
#include <map>

namespace thimble::virtualphone {

/// The host's end of the mux connection, which has become the raw byte stream to a port.
using stream = boost::asio::generic::stream_protocol::socket;

/// Serves one connection to its end. Throwing boost::system::system_error ends the connection.
using port_service = std::function<boost::asio::awaitable<void>(stream)>;

class device_ports {
public:
    void open(std::uint16_t port, port_service service) { services_[port] = std::move(service); }
    void close(std::uint16_t port) { services_.erase(port); }

    /// Nothing when nobody listens there: the mux answers "connection refused" (3).
    const port_service* find(std::uint16_t port) const
    {
        const auto found = services_.find(port);
        return found == services_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::uint16_t, port_service> services_;
};

} // namespace thimble::virtualphone
