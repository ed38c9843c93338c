// The state that the coroutines and connections of one tunnel share.
#pragma once

#include "async/signal.hpp"
#include "device/coredevice/byte_stream.hpp"
#include "device/tunnel/cdtunnel.hpp"
#include "device/tunnel/datagram_port.hpp"
#include "device/tunnel/packet_splitter.hpp"
#include "device/tunnel/tcp_connection.hpp"
#include "device/tunnel/tunnel_settings.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace thimble::device::tunnel {

/// One connection, for as long as it is known to the tunnel or to the stream over it.
struct linked_connection {
    linked_connection(const boost::asio::any_io_executor& home, tcp_connection made)
        : tcp(std::move(made)), changed(home)
    {
    }

    tcp_connection tcp;
    async::signal changed; // something can be read or written, or it has ended
    bool end_seen = false;
};

/// Home thread. Reads and writes packets until it is closed. Each of its two coroutines keeps it
/// alive, so that it outlives the tunnel for as long as an operation of the stream takes to end.
class packet_link : public std::enable_shared_from_this<packet_link> {
public:
    packet_link(boost::asio::any_io_executor home,
                std::unique_ptr<coredevice::byte_stream> over,
                const granted_tunnel& granted,
                const tunnel_settings& settings);

    void start();
    void close(failure why);

    const std::optional<failure>& ended() const noexcept { return ended_; }
    async::signal& end_comes() noexcept { return end_comes_; }
    const granted_tunnel& granted() const noexcept { return granted_; }

    /// Nothing when there are too many.
    std::shared_ptr<linked_connection> begin_connection(std::uint16_t port);

    /// The port to which datagrams may come from now on; nothing when there are too many.
    std::optional<std::uint16_t> begin_datagrams(datagram_handler on_datagram);
    void end_datagrams(std::uint16_t port) { datagrams_.erase(port); }

    /// Something may have to be sent that was not there before.
    void wake_writer() { writer_wakes_.cancel(); }

private:
    using time = tcp_connection::time;

    static boost::asio::awaitable<void> read(std::shared_ptr<packet_link> self);
    static boost::asio::awaitable<void> write(std::shared_ptr<packet_link> self);
    boost::asio::awaitable<void> wait_to_write();
    boost::asio::awaitable<void> let_reads_gather();
    void take(std::span<const std::byte> packet, time now);
    void take_datagram(const ipv6_packet& packet, time now);
    void refuse(const tcp_segment& segment);
    std::size_t next_packet();
    std::size_t next_refusal();
    void look_after(linked_connection& which, time now);
    std::optional<std::uint16_t> free_port();
    std::uint16_t next_port();

    boost::asio::any_io_executor home_;
    std::unique_ptr<coredevice::byte_stream> stream_;
    granted_tunnel granted_;
    tunnel_settings settings_;
    packet_splitter splitter_;
    std::vector<std::byte> packet_;
    boost::asio::steady_timer writer_wakes_;
    async::signal end_comes_;
    std::map<std::uint16_t, std::shared_ptr<linked_connection>> connections_; // by our port
    std::map<std::uint16_t, std::shared_ptr<datagram_handler>> datagrams_;    // by our port
    std::deque<tcp_segment> refusals_;
    std::uint16_t last_port_;
    std::uint16_t last_served_ = 0;
    time heard_;
    std::size_t reads_ = 0;
    std::optional<failure> ended_;
};

} // namespace thimble::device::tunnel
