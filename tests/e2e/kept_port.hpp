// A port of loopback that stays a program's while the program is away.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstdint>

namespace thimble::e2e {

/// Free when it is chosen. On Linux nobody else is given it while this lives, as the port of a
/// connection either; a server that reuses addresses, as ours do, can listen there all the same.
/// Where the system does not allow two sockets that, the port is only chosen.
class kept_port {
public:
    kept_port();

    std::uint16_t number() const noexcept { return number_; }

private:
    boost::asio::io_context context_{1};
    boost::asio::ip::tcp::acceptor held_{context_}; // bound; it never listens
    std::uint16_t number_ = 0;
};

} // namespace thimble::e2e
