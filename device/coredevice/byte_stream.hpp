// The stream of bytes to a service of the phone: a connection in the tunnel, or a socket.
#pragma once

#include "async/aborted.hpp"
#include "device/failure.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <utility>

namespace thimble::device::coredevice {

/// Home thread. One reading and one writing at a time, beside each other. A cancelled operation
/// throws operation_aborted; the stream is of no use afterwards.
class byte_stream {
public:
    virtual ~byte_stream() = default;

    /// At least one byte, or an error, of which the end of the stream is one.
    virtual boost::asio::awaitable<std::expected<std::size_t, boost::system::error_code>>
    read_some(std::span<std::byte> to) = 0;

    /// All of `bytes`, which the caller keeps meanwhile.
    virtual boost::asio::awaitable<std::expected<void, boost::system::error_code>>
    write(std::span<const std::byte> bytes) = 0;

    /// True where all that was written has reached the other end, as far as this side can tell: a
    /// socket cannot. Also of a stream that has ended.
    virtual bool all_arrived() const { return true; }

    /// Ends once all_arrived(), or with the stream; the other end is asked to acknowledge now what
    /// it may put off. May go on beside a reading and a writing.
    virtual boost::asio::awaitable<void> until_arrived() { co_return; }

    /// Operations under way end, with an error or with operation_aborted. What was written is still
    /// sent where there is time for it.
    virtual void close() = 0;

    /// The same, and what the other end has had no room for so far is never sent.
    virtual void abort() { close(); }
};

/// Opens one port of the phone. A port that nothing listens on is `refused`.
using stream_opener =
    std::function<boost::asio::awaitable<result<std::unique_ptr<byte_stream>>>(std::uint16_t port)>;

/// One of Asio's sockets as a byte stream.
template <class Socket>
class socket_stream final : public byte_stream {
public:
    explicit socket_stream(Socket socket) : socket_(std::move(socket)) {}

    boost::asio::awaitable<std::expected<std::size_t, boost::system::error_code>>
    read_some(std::span<std::byte> to) override
    {
        boost::system::error_code failed;
        const auto count = co_await socket_.async_read_some(
            boost::asio::buffer(to.data(), to.size()),
            boost::asio::redirect_error(boost::asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        if (failed)
            co_return std::unexpected(failed);
        co_return count;
    }

    boost::asio::awaitable<std::expected<void, boost::system::error_code>>
    write(std::span<const std::byte> bytes) override
    {
        boost::system::error_code failed;
        co_await boost::asio::async_write(
            socket_, boost::asio::buffer(bytes.data(), bytes.size()),
            boost::asio::redirect_error(boost::asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        if (failed)
            co_return std::unexpected(failed);
        co_return std::expected<void, boost::system::error_code>();
    }

    void close() override
    {
        boost::system::error_code ignored;
        socket_.close(ignored);
    }

private:
    Socket socket_;
};

} // namespace thimble::device::coredevice
