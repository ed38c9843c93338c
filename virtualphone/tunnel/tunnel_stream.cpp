#include "virtualphone/tunnel/network.hpp"
#include "virtualphone/tunnel/stream_line.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/error.hpp>

#include <chrono>
#include <utility>

namespace thimble::virtualphone::tunnel {
namespace {

namespace asio = boost::asio;

} // namespace

tunnel_stream::tunnel_stream(std::shared_ptr<network> in, std::shared_ptr<line> of)
    : network_(std::move(in)), line_(std::move(of))
{
}

tunnel_stream::~tunnel_stream()
{
    if (line_)
        close();
}

void tunnel_stream::close()
{
    if (std::exchange(line_->left, true))
        return;
    line_->tcp.close(std::chrono::steady_clock::now());
    line_->changed.notify_all();
    network_->something_happened();
}

void tunnel_stream::abort()
{
    line_->tcp.abort();
    network_->something_happened();
}

void tunnel_stream::abort_others()
{
    for (const auto& [ports, line] : network_->lines_) {
        if (line == line_)
            continue;
        line->tcp.abort();
        line->changed.notify_all();
    }
    network_->something_happened();
}

datagram_socket tunnel_stream::open_datagrams()
{
    return network_->open_datagrams();
}

asio::any_io_executor tunnel_stream::executor() const
{
    return network_->home_;
}

asio::awaitable<std::size_t> tunnel_stream::read_some(std::span<std::uint8_t> to)
{
    for (;;) {
        if (const std::size_t count = line_->tcp.read(to); count > 0) {
            network_->something_happened();
            co_return count;
        }
        if (line_->left || line_->tcp.at_end())
            throw boost::system::system_error(asio::error::eof);
        co_await line_->changed.wait();
    }
}

asio::awaitable<void> tunnel_stream::write(byte_view from)
{
    for (;;) {
        if (line_->tcp.broken() || line_->left)
            throw boost::system::system_error(asio::error::connection_reset);
        const std::size_t count = line_->tcp.write(from);
        from = from.subspan(count);
        if (count > 0)
            network_->something_happened();
        if (from.empty())
            co_return;
        co_await line_->changed.wait();
    }
}

} // namespace thimble::virtualphone::tunnel
