#include "virtualphone/channel/channel.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

constexpr std::chrono::seconds handshake_limit{10};
constexpr std::chrono::seconds close_notify_limit{2};

void shut_down(stream& socket)
{
    error_code already_gone;
    socket.shutdown(stream::shutdown_both, already_gone);
}

/// Ends the connection unless destroyed in time.
class deadline {
public:
    deadline(stream& socket, std::chrono::steady_clock::duration limit)
        : timer_(socket.get_executor(), limit), armed_(std::make_shared<bool>(true))
    {
        // The wait may already have completed, unheard, when the guarded work is done.
        timer_.async_wait([&socket, armed = std::weak_ptr(armed_)](error_code cancelled) {
            if (!cancelled && armed.lock())
                shut_down(socket);
        });
    }

private:
    asio::steady_timer timer_;
    std::shared_ptr<bool> armed_;
};

} // namespace

struct channel::secured {
    secured(stream& socket, std::shared_ptr<asio::ssl::context> used)
        : settings(std::move(used)), layer(socket, *settings)
    {
    }

    std::shared_ptr<asio::ssl::context> settings;
    asio::ssl::stream<stream&> layer;
};

channel::channel(stream socket) : socket_(std::move(socket)) {}
channel::~channel() = default;

asio::awaitable<void> channel::read(std::span<std::uint8_t> to)
{
    const auto buffer = asio::buffer(to.data(), to.size());
    if (tls_)
        co_await asio::async_read(tls_->layer, buffer, asio::use_awaitable);
    else
        co_await asio::async_read(socket_, buffer, asio::use_awaitable);
}

asio::awaitable<void> channel::read(std::span<std::uint8_t> to,
                                    std::chrono::steady_clock::duration limit)
{
    const deadline guard(socket_, limit);
    co_await read(to);
}

asio::awaitable<void> channel::write(plist::byte_view from)
{
    const auto buffer = asio::buffer(from.data(), from.size());
    if (tls_)
        co_await asio::async_write(tls_->layer, buffer, asio::use_awaitable);
    else
        co_await asio::async_write(socket_, buffer, asio::use_awaitable);
}

asio::awaitable<void> channel::start_tls(std::shared_ptr<asio::ssl::context> settings)
{
    const deadline guard(socket_, handshake_limit);
    tls_ = std::make_unique<secured>(socket_, std::move(settings));
    co_await tls_->layer.async_handshake(asio::ssl::stream_base::server, asio::use_awaitable);
}

asio::awaitable<void> channel::stop_tls()
{
    const deadline guard(socket_, close_notify_limit);
    co_await tls_->layer.async_shutdown(asio::use_awaitable);
    tls_.reset();
}

asio::awaitable<void> channel::wait_for_end()
{
    std::array<std::uint8_t, 1024> discarded{};
    for (;;)
        co_await socket_.async_read_some(asio::buffer(discarded), asio::use_awaitable);
}

void channel::close()
{
    error_code already_gone;
    shut_down(socket_);
    socket_.close(already_gone);
}

stream channel::release()
{
    return std::move(socket_);
}

} // namespace thimble::virtualphone
