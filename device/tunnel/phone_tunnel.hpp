// The tunnel to one phone: opened over a stream of bytes, connections to the phone's ports in it.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/tunnel/cdtunnel.hpp"
#include "device/tunnel/datagram_port.hpp"
#include "device/tunnel/tunnel_settings.hpp"

#include <memory>

namespace thimble::device::tunnel {

class packet_link;

/// Home thread. TCP and IPv6 are our own: no interface of the system, no privileges, and phones
/// cannot meet each other.
class phone_tunnel {
public:
    /// Asks the phone for a tunnel on `over`, which belongs to the tunnel from then on.
    static boost::asio::awaitable<result<std::unique_ptr<phone_tunnel>>>
    open(std::unique_ptr<coredevice::byte_stream> over, tunnel_settings settings = {});

    explicit phone_tunnel(std::shared_ptr<packet_link> link);
    phone_tunnel(const phone_tunnel&) = delete;
    phone_tunnel& operator=(const phone_tunnel&) = delete;
    ~phone_tunnel();

    const granted_tunnel& granted() const;

    /// A connection to a port of the phone. May be cancelled.
    boost::asio::awaitable<result<std::unique_ptr<coredevice::byte_stream>>>
    connect(std::uint16_t port);

    /// The same for those who may outlive the tunnel: it fails then.
    coredevice::stream_opener opener() const;

    /// A port for datagrams of the phone.
    result<std::unique_ptr<datagram_port>> open_datagrams(datagram_handler on_datagram);

    bool is_open() const;

    /// Waits until the tunnel has ended, and tells why.
    boost::asio::awaitable<failure> ended();

    void close();

private:
    std::shared_ptr<packet_link> link_;
};

} // namespace thimble::device::tunnel
