// A host program that talks to usbmuxd.
#pragma once

#include "virtualphone/mux/message.hpp"
#include "virtualphone/phone/device_ports.hpp"

#include <boost/asio/awaitable.hpp>

#include <string>

namespace thimble::virtualphone::tests {

/// Throws boost::system::system_error when the connection ends.
class mux_host {
public:
    explicit mux_host(stream socket) : socket_(std::move(socket)) {}

    /// Sends one request and reads its answer, whose tag must be the request's.
    boost::asio::awaitable<plist::value> ask(plist::value request);

    boost::asio::awaitable<void> send(plist::bytes raw);
    boost::asio::awaitable<plist::value> receive();
    boost::asio::awaitable<plist::bytes> receive_bytes(std::size_t size);

    /// The number of the Result; the stream is the port's when it is 0.
    boost::asio::awaitable<std::int64_t> connect(std::int64_t device_id, std::uint16_t port);

    stream release() { return std::move(socket_); }

    /// True when the mux ends the connection; bytes that come before are dropped.
    boost::asio::awaitable<bool> ended();

    std::uint32_t last_tag = 0; // of what was received

private:
    stream socket_;
    std::uint32_t tag_ = 0;
};

plist::value request_of(std::string_view type);

} // namespace thimble::virtualphone::tests
