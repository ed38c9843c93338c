// A port of the phone in a tunnel for datagrams, such as those of a media stream.
#pragma once

#include "virtualphone/tunnel/packets/datagram.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <cstdint>
#include <memory>

namespace thimble::virtualphone::tunnel {

class network;

struct datagram {
    std::uint16_t from = 0; // the host's port
    bytes content;
};

/// Bound until it is destroyed. Home thread only.
class datagram_socket {
public:
    struct line;

    static constexpr std::size_t most_waiting = 64; // datagrams that nobody has received yet

    datagram_socket(std::shared_ptr<network> in, std::shared_ptr<line> of);
    datagram_socket(datagram_socket&&) noexcept = default;
    datagram_socket& operator=(datagram_socket&&) = delete;
    datagram_socket(const datagram_socket&) = delete;
    datagram_socket& operator=(const datagram_socket&) = delete;
    ~datagram_socket();

    std::uint16_t port() const;
    const address& phone() const;
    const address& host() const;

    /// Bytes that fit into one packet of the tunnel.
    std::size_t largest() const;

    /// Waits for nothing: a datagram that finds too many before it is lost, as on any network.
    void send(std::uint16_t to, byte_view content);

    /// Throws boost::system::system_error at the end of the tunnel.
    boost::asio::awaitable<datagram> receive();

    boost::asio::any_io_executor executor() const;

private:
    std::shared_ptr<network> network_;
    std::shared_ptr<line> line_;
};

} // namespace thimble::virtualphone::tunnel
