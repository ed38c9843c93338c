#include "device/coredevice/driver/tunnel_session.hpp"

#include <boost/asio/this_coro.hpp>

#include <utility>

namespace thimble::device::coredevice {
namespace {

constexpr std::chrono::seconds tls_limit{10};
constexpr std::chrono::seconds directory_limit{10};

/// A phone opens the service behind the buttons only some time after a host has connected, and
/// drops what it is told before.
constexpr std::chrono::milliseconds buttons_settle{800};

} // namespace

tunnel_session::tunnel_session(const boost::asio::any_io_executor& home,
                               std::unique_ptr<tunnel::phone_tunnel> through,
                               const host_identity& host,
                               left_down_inputs held,
                               std::shared_ptr<service_recorder> recorder)
    : tunnel(std::move(through)), device(home,
                                         tunnel->opener(),
                                         {.directory_port = tunnel->granted().directory_port,
                                          .host = host,
                                          .recorder = std::move(recorder)}),
      buttons(home, device, buttons_settle, std::move(held.button)),
      input(home, device, std::move(held.touches_and_keys))
{
}

boost::asio::awaitable<result<std::shared_ptr<tunnel_session>>>
open_session(tunnel::service_connection over,
             host_identity host,
             left_down_inputs held,
             std::shared_ptr<service_recorder> recorder)
{
    auto stream = co_await tunnel::start_tls(std::move(over), tls_limit);
    if (!stream)
        co_return std::unexpected(std::move(stream.error()));
    auto opened = co_await tunnel::phone_tunnel::open(std::move(*stream));
    if (!opened)
        co_return std::unexpected(std::move(opened.error()));
    auto session = std::make_shared<tunnel_session>(co_await boost::asio::this_coro::executor,
                                                    std::move(*opened), host, std::move(held),
                                                    std::move(recorder));
    if (auto read = co_await read_directory_again(*session); !read)
        co_return std::unexpected(std::move(read.error()));
    co_return session;
}

boost::asio::awaitable<result<void>> read_directory_again(tunnel_session& of)
{
    co_return co_await of.device.read_directory(directory_limit);
}

} // namespace thimble::device::coredevice
