// A host in the tunnel of a virtual phone, made of single packets: opens connections, sends and
// receives datagrams. It knows nothing that a real host's side does.
#pragma once

#include "virtualphone/channel/channel.hpp"
#include "virtualphone/tunnel/network.hpp"
#include "virtualphone/tunnel/packets/datagram.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <chrono>
#include <functional>

namespace thimble::virtualphone::tests {

using tunnel::byte_view;
using tunnel::bytes;

/// The host's end of a connection.
struct host_stream {
    std::uint16_t own_port = 0;
    std::uint16_t port = 0;
    std::uint32_t next = 0;  // number of the byte that is sent next
    std::uint32_t heard = 0; // and of the one that is expected
    bytes received;
    bool open = false;
    bool over = false;
};

struct host_datagram {
    std::uint16_t from = 0; // the phone's port
    std::uint16_t to = 0;
    bytes content;
};

/// All that happens, happens in run_until() and what calls it.
class tunnel_host {
public:
    tunnel_host(boost::asio::io_context& context,
                const tunnel::grant& granted,
                tunnel::listeners listeners,
                fault_switches& faults);
    tunnel_host(const tunnel_host&) = delete;
    tunnel_host& operator=(const tunnel_host&) = delete;
    ~tunnel_host();

    /// nullptr: refused.
    std::shared_ptr<host_stream> open(std::uint16_t port);
    void write(host_stream& to, byte_view content);
    void close(host_stream& which);

    void send_datagram(std::uint16_t from, std::uint16_t to, byte_view content);
    std::vector<host_datagram> datagrams; // that have come so far

    /// False: it has not become true in time.
    bool run_until(const std::function<bool()>& done,
                   std::chrono::milliseconds limit = std::chrono::seconds(5));
    void run_for(std::chrono::milliseconds length);

    const tunnel::grant& granted() const noexcept { return granted_; }

private:
    boost::asio::awaitable<void> read_packets();
    void take(byte_view packet);
    void take_segment(host_stream& stream, const tunnel::tcp_segment& segment);
    void send_segment(const host_stream& stream, tunnel::tcp_segment segment);
    void send_packet(const bytes& packet);

    boost::asio::io_context& context_;
    tunnel::grant granted_;
    boost::asio::local::stream_protocol::socket socket_;
    std::unique_ptr<channel> phone_end_;
    std::vector<std::shared_ptr<host_stream>> streams_;
    std::uint16_t latest_port_ = 50'000;
    int running_ = 0; // coroutines
};

} // namespace thimble::virtualphone::tests
