// The state of one port for datagrams, shared by the network and its socket.
#pragma once

#include "virtualphone/phone/wakeup.hpp"
#include "virtualphone/tunnel/datagram_socket.hpp"

#include <deque>

namespace thimble::virtualphone::tunnel {

struct datagram_socket::line {
    line(const boost::asio::any_io_executor& home, std::uint16_t bound) : port(bound), arrived(home)
    {
    }

    std::uint16_t port;
    std::deque<datagram> received;
    wakeup arrived;
    bool ended = false; // with the tunnel
};

} // namespace thimble::virtualphone::tunnel
