#include "device/tunnel/datagram_port.hpp"

#include "device/tunnel/packet_link.hpp"

#include <utility>

namespace thimble::device::tunnel {

datagram_port::datagram_port(std::shared_ptr<packet_link> link, std::uint16_t number)
    : link_(std::move(link)), number_(number)
{
}

datagram_port::~datagram_port()
{
    link_->end_datagrams(number_);
}

} // namespace thimble::device::tunnel
