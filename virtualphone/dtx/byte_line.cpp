#include "virtualphone/dtx/byte_line.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::virtualphone::dtx {
namespace {

namespace asio = boost::asio;

class line_in_tunnel final : public byte_line {
public:
    explicit line_in_tunnel(tunnel::tunnel_stream stream) : stream_(std::move(stream)) {}

    asio::awaitable<void> read(std::span<std::uint8_t> to) override
    {
        while (!to.empty())
            to = to.subspan(co_await stream_.read_some(to));
    }

    asio::awaitable<void> write(byte_view from) override { co_await stream_.write(from); }

    void close() override { stream_.close(); }

    asio::any_io_executor executor() const override { return stream_.executor(); }

private:
    tunnel::tunnel_stream stream_;
};

class line_of_lockdown final : public byte_line {
public:
    explicit line_of_lockdown(channel& with) : channel_(with) {}

    asio::awaitable<void> read(std::span<std::uint8_t> to) override { co_await channel_.read(to); }

    asio::awaitable<void> write(byte_view from) override { co_await channel_.write(from); }
    void close() override { channel_.close(); }
    asio::any_io_executor executor() const override { return channel_.executor(); }

private:
    channel& channel_;
};

} // namespace

std::unique_ptr<byte_line> line_over(tunnel::tunnel_stream stream)
{
    return std::make_unique<line_in_tunnel>(std::move(stream));
}

std::unique_ptr<byte_line> line_over(channel& with)
{
    return std::make_unique<line_of_lockdown>(with);
}

} // namespace thimble::virtualphone::dtx
