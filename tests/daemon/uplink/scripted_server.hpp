// Servers and proxies of a test: each plays one part to everybody who connects.
#pragma once

#include "tests/e2e/test_certificate.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>

namespace thimble::daemon::test {

using tcp_socket = boost::asio::ip::tcp::socket;
using tls_stream = boost::asio::ssl::stream<tcp_socket>;

/// A server's part in a connection, which an exception of it ends.
using part = std::function<boost::asio::awaitable<void>(tcp_socket)>;

/// Listens on loopback. The context outlives it.
class scripted_server {
public:
    scripted_server(boost::asio::io_context& on, part plays);

    std::uint16_t port() const;
    int connections() const noexcept { return connections_; }

    void stop() { acceptor_.close(); }

private:
    boost::asio::awaitable<void> serve();

    boost::asio::io_context& context_;
    boost::asio::ip::tcp::acceptor acceptor_;
    part part_;
    int connections_ = 0;
};

/// The same on a thread of its own, for programs under test: the part is played there.
class threaded_server {
public:
    explicit threaded_server(part plays);
    threaded_server(const threaded_server&) = delete;
    threaded_server& operator=(const threaded_server&) = delete;
    ~threaded_server();

    std::uint16_t port() const noexcept { return port_; }

private:
    boost::asio::io_context context_{1};
    scripted_server server_;
    std::uint16_t port_;
    std::thread thread_;
};

/// Reads and says nothing until the other end closes.
boost::asio::awaitable<void> say_nothing(tcp_socket client);

/// Says this to whatever comes first, then nothing more.
part saying(std::string text);

/// Shakes hands with this certificate, then plays `then`.
part encrypted(const e2e::test_certificate& shown,
               std::function<boost::asio::awaitable<void>(tls_stream&)> then);

/// The same, with a context that the test has made.
part encrypted(std::shared_ptr<boost::asio::ssl::context> with,
               std::function<boost::asio::awaitable<void>(tls_stream&)> then);

std::shared_ptr<boost::asio::ssl::context> context_showing(const e2e::test_certificate& shown);

/// Says "welcome" and waits for the end.
boost::asio::awaitable<void> welcome(tls_stream& client);

/// A proxy that puts what it was asked last into `request`, answers `answer`, and connects whoever
/// got "200" to `port` on this machine.
part proxy_to(std::uint16_t port, std::string& request, std::string answer);

} // namespace thimble::daemon::test
