// A byte stream of HTTP, plain or encrypted, at either end.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/stream.hpp>

#include <string>
#include <utility>
#include <variant>

namespace thimble::service::http {

/// Home thread. An asynchronous stream as Asio and Beast want it; one reading and one writing at a
/// time.
class stream {
public:
    using socket = boost::asio::generic::stream_protocol::socket;
    using executor_type = socket::executor_type;

    explicit stream(socket plain) : layer_(std::move(plain)) {}

    /// Encrypted, once the handshake has been made.
    stream(socket plain, boost::asio::ssl::context& with)
        : layer_(std::in_place_type<encrypted_layer>, std::move(plain), with)
    {
    }

    executor_type get_executor() { return lowest().get_executor(); }
    bool encrypted() const noexcept { return layer_.index() == 1; }

    /// The socket that carries the bytes in the end.
    socket& lowest();

    template <class Buffers, class Handler>
    void async_read_some(const Buffers& to, Handler&& then)
    {
        std::visit([&](auto& layer) { layer.async_read_some(to, std::forward<Handler>(then)); },
                   layer_);
    }

    template <class Buffers, class Handler>
    void async_write_some(const Buffers& from, Handler&& then)
    {
        std::visit([&](auto& layer) { layer.async_write_some(from, std::forward<Handler>(then)); },
                   layer_);
    }

    using role = boost::asio::ssl::stream_base::handshake_type;

    /// Of an encrypted one: agrees with the other end on how. close() ends it.
    boost::asio::awaitable<boost::system::error_code> handshake(role as = role::server);

    /// Of an encrypted one: what OpenSSL knows of it. A client says here what it expects of the
    /// server before it shakes hands.
    SSL& encryption();

    /// Of an encrypted one: says that nothing more comes, and waits until the other end says it
    /// too.
    boost::asio::awaitable<void> shut_down();

    void close();

private:
    using encrypted_layer = boost::asio::ssl::stream<socket>;

    std::variant<socket, encrypted_layer> layer_;
};

/// The IP address at the other end; empty where there is none, or it has gone already.
std::string address_of(const stream::socket& socket);

} // namespace thimble::service::http
