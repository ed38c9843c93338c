// A byte stream from a host: plain, or TLS from the moment both sides have agreed on it.
#pragma once

#include "virtualphone/phone/device_ports.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <boost/asio/ssl/context.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <span>

namespace thimble::virtualphone {

/// Every failure throws boost::system::system_error, which ends the connection. One reader and one
/// writer at a time. Home thread only.
class channel {
public:
    explicit channel(stream socket);
    channel(const channel&) = delete;
    channel& operator=(const channel&) = delete;
    ~channel();

    /// Fills all of `to`. With a limit, a host that is silent for longer loses the connection.
    boost::asio::awaitable<void> read(std::span<std::uint8_t> to);
    boost::asio::awaitable<void> read(std::span<std::uint8_t> to,
                                      std::chrono::steady_clock::duration limit);
    boost::asio::awaitable<void> write(plist::byte_view from);

    /// The TLS server's part of a handshake. `settings` is kept as long as TLS lasts.
    boost::asio::awaitable<void> start_tls(std::shared_ptr<boost::asio::ssl::context> settings);
    boost::asio::awaitable<void> stop_tls();

    /// Waits, discarding what comes, until the host closes the connection.
    boost::asio::awaitable<void> wait_for_end();

    void close();

    /// The plain stream, for whoever serves it from here on.
    stream release();

    boost::asio::any_io_executor executor() { return socket_.get_executor(); }

private:
    struct secured;

    stream socket_;
    std::unique_ptr<secured> tls_;
};

} // namespace thimble::virtualphone
