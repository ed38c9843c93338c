#include "device/tunnel/tls_link.hpp"

#include "async/deadline.hpp"

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <openssl/ssl.h>

#include <cerrno>
#include <sys/socket.h>

namespace thimble::device::tunnel {
namespace {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
using boost::system::error_code;
using tls_stream = ssl::stream<asio::generic::stream_protocol::socket>;
using stream_result = result<std::unique_ptr<coredevice::byte_stream>>;

failure no_tls(const std::string& why)
{
    return {.what = problem::refused,
            .message = "The encrypted connection to the phone could not be opened (" + why + ").",
            .cause = "tls_failed"};
}

/// Older phones sign with what OpenSSL has stopped to like.
std::expected<std::shared_ptr<ssl::context>, error_code> settings_for(const tls_identity& who)
{
    auto made = std::make_shared<ssl::context>(ssl::context::tls_client);
    SSL_CTX* raw = made->native_handle();
    SSL_CTX_set_security_level(raw, 0);
    SSL_CTX_set_min_proto_version(raw, TLS1_VERSION);
    SSL_CTX_set_options(raw, SSL_OP_LEGACY_SERVER_CONNECT);
    SSL_CTX_set_mode(raw, SSL_MODE_RELEASE_BUFFERS);
    error_code failed;
    made->set_verify_mode(ssl::verify_none, failed);
    if (!failed)
        made->use_certificate(asio::buffer(who.certificate), ssl::context::pem, failed);
    if (!failed)
        made->use_private_key(asio::buffer(who.private_key), ssl::context::pem, failed);
    if (failed)
        return std::unexpected(failed);
    return made;
}

class tls_byte_stream final : public coredevice::byte_stream {
public:
    tls_byte_stream(std::shared_ptr<ssl::context> settings,
                    asio::generic::stream_protocol::socket socket)
        : settings_(std::move(settings)), tls_(std::move(socket), *settings_)
    {
    }

    asio::awaitable<error_code> shake_hands()
    {
        error_code failed;
        co_await tls_.async_handshake(ssl::stream_base::client,
                                      asio::redirect_error(asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        co_return failed;
    }

    asio::awaitable<std::expected<std::size_t, error_code>>
    read_some(std::span<std::byte> to) override
    {
        error_code failed;
        const auto count = co_await tls_.async_read_some(
            asio::buffer(to.data(), to.size()), asio::redirect_error(asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        if (failed)
            co_return std::unexpected(
                failed == ssl::error::stream_truncated ? error_code(asio::error::eof) : failed);
        co_return count;
    }

    asio::awaitable<std::expected<void, error_code>>
    write(std::span<const std::byte> bytes) override
    {
        error_code failed;
        co_await asio::async_write(tls_, asio::buffer(bytes.data(), bytes.size()),
                                   asio::redirect_error(asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        if (failed)
            co_return std::unexpected(failed);
        co_return std::expected<void, error_code>();
    }

    /// Without TLS's own end: the phone takes the connection's for it.
    void close() override
    {
        error_code ignored;
        tls_.lowest_layer().close(ignored);
    }

private:
    std::shared_ptr<ssl::context> settings_;
    tls_stream tls_;
};

std::expected<asio::generic::stream_protocol::socket, error_code>
socket_of(const asio::any_io_executor& home, owned_descriptor descriptor)
{
    sockaddr_storage address{};
    socklen_t size = sizeof address;
    if (::getsockname(descriptor.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
        return std::unexpected(error_code(errno, boost::system::system_category()));
    asio::generic::stream_protocol::socket socket(home);
    error_code failed;
    socket.assign(asio::generic::stream_protocol(address.ss_family, 0), descriptor.get(), failed);
    if (failed)
        return std::unexpected(failed);
    static_cast<void>(descriptor.release());
    return socket;
}

} // namespace

asio::awaitable<stream_result> start_tls(service_connection with,
                                         std::chrono::steady_clock::duration limit)
{
    auto settings = settings_for(with.identity);
    if (!settings)
        co_return std::unexpected(no_tls("the pair record cannot be used"));
    auto socket = socket_of(co_await asio::this_coro::executor, std::move(with.socket));
    if (!socket)
        co_return std::unexpected(no_tls(socket.error().message()));
    auto stream = std::make_unique<tls_byte_stream>(std::move(*settings), std::move(*socket));
    const auto failed = co_await async::with_timeout(limit, stream->shake_hands());
    if (!failed)
        co_return std::unexpected(
            failure{.what = problem::timed_out,
                    .message = "The encrypted connection to the phone was not opened in time.",
                    .cause = {}});
    if (*failed)
        co_return std::unexpected(no_tls(failed->message()));
    co_return stream_result(std::move(stream));
}

} // namespace thimble::device::tunnel
