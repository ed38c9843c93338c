// The phone's end of one tunnel: packets on the host's side, connections to its ports on the other.
#pragma once

#include "virtualphone/channel/channel.hpp"
#include "virtualphone/phone/faults.hpp"
#include "virtualphone/phone/wakeup.hpp"
#include "virtualphone/tunnel/datagram_socket.hpp"
#include "virtualphone/tunnel/packets/cdtunnel.hpp"
#include "virtualphone/tunnel/packets/tcp_connection.hpp"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace thimble::virtualphone::tunnel {

class network;

/// A host's connection to a port of the phone, in a tunnel. Destroying it ends the connection in
/// the orderly way, once all has been sent. Home thread only.
class tunnel_stream {
public:
    struct line;

    tunnel_stream(std::shared_ptr<network> in, std::shared_ptr<line> of);
    tunnel_stream(tunnel_stream&&) noexcept = default;
    tunnel_stream& operator=(tunnel_stream&&) = delete;
    tunnel_stream(const tunnel_stream&) = delete;
    tunnel_stream& operator=(const tunnel_stream&) = delete;
    ~tunnel_stream();

    /// At least one byte. Throws boost::system::system_error at the end of the connection.
    boost::asio::awaitable<std::size_t> read_some(std::span<std::uint8_t> to);
    boost::asio::awaitable<void> write(byte_view from);

    /// As destroying it does, while it is being read: reading ends.
    void close();

    /// With a reset.
    void abort();

    /// Every other connection in the tunnel, with a reset.
    void abort_others();

    /// A port for datagrams in the same tunnel.
    datagram_socket open_datagrams();

    boost::asio::any_io_executor executor() const;

private:
    std::shared_ptr<network> network_;
    std::shared_ptr<line> line_;
};

/// Serves one connection to its end; throwing system_error ends it.
using stream_service = std::function<boost::asio::awaitable<void>(tunnel_stream)>;

/// Listener on a port of the phone now; empty: none, and the connection is refused.
using listeners = std::function<stream_service(std::uint16_t port)>;

/// Faults, by the names "tunnel" (the stream of packets), "tunnel.tcp" (one connection: cut by a
/// reset, half-open, wrong checksums, refused) and "tunnel.window" (closed for ever). Home thread
/// only; the switches outlive it.
class network : public std::enable_shared_from_this<network> {
public:
    static constexpr std::size_t most_connections = 256;

    network(boost::asio::any_io_executor home,
            const grant& granted,
            listeners who_listens,
            fault_switches& faults);

    /// Carries packets until the tunnel ends, which throws system_error; every connection in it
    /// has ended then.
    boost::asio::awaitable<void> run(channel& host);

    std::size_t connections() const noexcept { return lines_.size(); }

    /// A port that is free.
    datagram_socket open_datagrams();

private:
    friend class tunnel_stream;
    friend class datagram_socket;
    using key = std::pair<std::uint16_t, std::uint16_t>; // the host's port, the phone's

    boost::asio::awaitable<void> read(channel& host);
    boost::asio::awaitable<void> write(channel& host);
    boost::asio::awaitable<void> send(channel& host, bytes packet);
    void take(byte_view packet);
    void open(const tcp_segment& opening);
    void refuse(const tcp_segment& segment);
    void send_datagram(std::uint16_t from, std::uint16_t to, byte_view content);
    void take_datagram(byte_view packet);
    void end_datagrams();
    std::optional<bytes> next_packet();
    std::optional<bytes> next_datagram();
    std::optional<bytes> next_segment();
    std::optional<bytes> next_packet_of(tunnel_stream::line& line);
    void something_happened() { wakes_.cancel(); }
    void end_all();

    boost::asio::any_io_executor home_;
    grant granted_;
    listeners listeners_;
    fault_switches& faults_;
    std::map<key, std::shared_ptr<tunnel_stream::line>> lines_;
    key latest_{};  // that has sent a packet: the others come first
    bytes refusal_; // the latest, which is enough: a host asks again
    std::map<std::uint16_t, std::shared_ptr<datagram_socket::line>> datagram_lines_; // by port
    std::deque<bytes> datagrams_; // packets that are to be sent
    std::size_t queued_bytes_ = 0;
    bool datagram_is_next_ = false; // else a segment: neither holds the other up
    boost::asio::steady_timer wakes_;
    bool ended_ = false;
    bool writing_ = false;
    wakeup written_;
};

} // namespace thimble::virtualphone::tunnel
