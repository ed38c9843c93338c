// The phone's end of a tunnel, as far as a test or a measurement needs one.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/tunnel/cdtunnel.hpp"
#include "device/tunnel/packet_splitter.hpp"
#include "device/tunnel/tcp_connection.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::tests {

namespace tunnel = device::tunnel;

/// State of one of the phone's connections. It outlives the test's body.
struct served_connection {
    explicit served_connection(tunnel::tcp_connection made) : tcp(std::move(made)) {}

    tunnel::tcp_connection tcp;
    std::vector<std::byte> kept{}; // for the service
    std::size_t count = 0;         // for the service
};

class tunnel_phone : public std::enable_shared_from_this<tunnel_phone> {
public:
    using service = std::function<void(served_connection&)>;

    tunnel_phone(boost::asio::any_io_executor home,
                 std::unique_ptr<device::coredevice::byte_stream> over);

    /// Called whenever something has happened to a connection to that port.
    std::map<std::uint16_t, service> services;
    std::string answer = R"({"type":"serverHandshakeResponse","clientParameters":{"address":)"
                         R"("fd9a:4cc1:5c8e::2","mtu":16000,"netmask":"ffff:ffff:ffff:ffff::"},)"
                         R"("serverAddress":"fd9a:4cc1:5c8e::1","serverRSDPort":58783})";
    std::string header = "CDTunnel";
    bool silent = false; // after the handshake nothing is answered
    tunnel::tcp_settings settings{};

    void start();
    void hang_up() { stream_->close(); }

    /// Sends bytes in between as if they were packets.
    void send_raw(std::vector<std::byte> bytes);

    /// Sends a datagram to that port of the host.
    void send_datagram(std::uint16_t port, std::span<const std::byte> payload);

    std::string asked;              // the body of the host's request
    std::size_t longest_packet = 0; // of those that came
    std::size_t connections_seen = 0;
    std::size_t connections() const { return connections_.size(); }

private:
    using key = std::pair<std::uint16_t, std::uint16_t>;

    static boost::asio::awaitable<void> run(std::shared_ptr<tunnel_phone> self);
    static boost::asio::awaitable<void> write(std::shared_ptr<tunnel_phone> self);
    boost::asio::awaitable<bool> shake_hands();
    boost::asio::awaitable<bool> read_all(std::span<std::byte> to);
    void take(std::span<const std::byte> packet);
    std::size_t next_packet();

    boost::asio::any_io_executor home_;
    std::unique_ptr<device::coredevice::byte_stream> stream_;
    boost::asio::steady_timer wakes_;
    std::map<key, std::shared_ptr<served_connection>> connections_;
    std::vector<std::byte> raw_;
    std::vector<std::byte> room_;
    bool over_ = false;
};

/// Sends back what comes.
void echo(served_connection& over);

} // namespace thimble::tests
