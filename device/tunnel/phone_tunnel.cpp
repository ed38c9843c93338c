#include "device/tunnel/phone_tunnel.hpp"

#include "device/tunnel/handshake.hpp"
#include "device/tunnel/tunnel_stream.hpp"

#include <utility>

namespace thimble::device::tunnel {
namespace {

namespace asio = boost::asio;

using stream_result = result<std::unique_ptr<coredevice::byte_stream>>;

asio::awaitable<stream_result> connect_over(std::shared_ptr<packet_link> link, std::uint16_t port)
{
    if (link->ended())
        co_return std::unexpected(*link->ended());
    auto begun = link->begin_connection(port);
    if (!begun)
        co_return std::unexpected(failure{.what = problem::refused,
                                          .message = "Too many connections to the phone are open.",
                                          .cause = "too_many_connections"});
    // From here on the connection ends with the stream, also when this is cancelled.
    auto stream = std::make_unique<tunnel_stream>(std::move(link), std::move(begun));
    if (const auto opened = co_await stream->open(); !opened)
        co_return std::unexpected(opened.error());
    co_return stream_result(std::move(stream));
}

} // namespace

phone_tunnel::phone_tunnel(std::shared_ptr<packet_link> link) : link_(std::move(link)) {}

phone_tunnel::~phone_tunnel()
{
    close();
}

void phone_tunnel::close()
{
    link_->close({.what = problem::refused,
                  .message = "The tunnel to the phone was closed.",
                  .cause = "tunnel_closed"});
}

asio::awaitable<result<std::unique_ptr<phone_tunnel>>>
phone_tunnel::open(std::unique_ptr<coredevice::byte_stream> over, tunnel_settings settings)
{
    const auto granted = co_await agree_on_tunnel(*over, settings.mtu, settings.handshake_limit);
    if (!granted)
        co_return std::unexpected(granted.error());
    auto link = std::make_shared<packet_link>(co_await asio::this_coro::executor, std::move(over),
                                              *granted, settings);
    link->start();
    co_return std::make_unique<phone_tunnel>(std::move(link));
}

const granted_tunnel& phone_tunnel::granted() const
{
    return link_->granted();
}

asio::awaitable<stream_result> phone_tunnel::connect(std::uint16_t port)
{
    return connect_over(link_, port);
}

coredevice::stream_opener phone_tunnel::opener() const
{
    return [link = link_](std::uint16_t port) { return connect_over(link, port); };
}

result<std::unique_ptr<datagram_port>> phone_tunnel::open_datagrams(datagram_handler on_datagram)
{
    if (link_->ended())
        return std::unexpected(*link_->ended());
    const auto port = link_->begin_datagrams(std::move(on_datagram));
    if (!port)
        return std::unexpected(failure{.what = problem::refused,
                                       .message = "Too many ports for the phone are open.",
                                       .cause = "too_many_connections"});
    return std::make_unique<datagram_port>(link_, *port);
}

bool phone_tunnel::is_open() const
{
    return !link_->ended();
}

asio::awaitable<failure> phone_tunnel::ended()
{
    const auto link = link_;
    while (!link->ended())
        co_await link->end_comes().wait();
    co_return *link->ended();
}

} // namespace thimble::device::tunnel
