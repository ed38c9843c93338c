// A port of this computer in a tunnel, to which the phone sends datagrams.
#pragma once

#include "device/tunnel/udp_datagram.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

namespace thimble::device::tunnel {

class packet_link;

/// Called on the home thread with each datagram from the phone, which lasts until it returns. It
/// may end the port.
using datagram_handler =
    std::function<void(const udp_datagram&, std::chrono::steady_clock::time_point arrived)>;

/// Open as long as it lives; nothing comes any more once the tunnel has ended, which it may
/// outlive.
class datagram_port {
public:
    datagram_port(std::shared_ptr<packet_link> link, std::uint16_t number);
    datagram_port(const datagram_port&) = delete;
    datagram_port& operator=(const datagram_port&) = delete;
    ~datagram_port();

    std::uint16_t number() const noexcept { return number_; }

private:
    std::shared_ptr<packet_link> link_;
    std::uint16_t number_;
};

} // namespace thimble::device::tunnel
