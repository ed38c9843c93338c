// The state of one connection in a tunnel, shared by the network and the stream of its service.
#pragma once

#include "virtualphone/tunnel/network.hpp"

#include <utility>

namespace thimble::virtualphone::tunnel {

struct tunnel_stream::line {
    line(const boost::asio::any_io_executor& home, tcp_connection made)
        : tcp(std::move(made)), changed(home)
    {
    }

    tcp_connection tcp;
    wakeup changed;
    bool left = false; // by its service
};

} // namespace thimble::virtualphone::tunnel
