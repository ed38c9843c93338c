// The bytes below a DTX connection: a stream of a tunnel, or a channel that lockdownd has opened.
#pragma once

#include "virtualphone/channel/channel.hpp"
#include "virtualphone/dtx/protocol/object.hpp"
#include "virtualphone/tunnel/network.hpp"

#include <memory>

namespace thimble::virtualphone::dtx {

/// One reader and one writer at a time. Reading and writing throw boost::system::system_error when
/// the line has ended. Home thread only.
class byte_line {
public:
    byte_line() = default;
    byte_line(const byte_line&) = delete;
    byte_line& operator=(const byte_line&) = delete;
    virtual ~byte_line() = default;

    /// Fills all of `to`.
    virtual boost::asio::awaitable<void> read(std::span<std::uint8_t> to) = 0;
    virtual boost::asio::awaitable<void> write(byte_view from) = 0;

    /// Whoever reads or writes is woken.
    virtual void close() = 0;

    virtual boost::asio::any_io_executor executor() const = 0;
};

std::unique_ptr<byte_line> line_over(tunnel::tunnel_stream stream);

/// The channel outlives the line.
std::unique_ptr<byte_line> line_over(channel& with);

} // namespace thimble::virtualphone::dtx
