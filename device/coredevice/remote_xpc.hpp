// A connection to one service of the phone that speaks RemoteXPC.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/coredevice/xpc_message.hpp"
#include "device/failure.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>

namespace thimble::device::coredevice {

class recorded_connection;

/// Home thread. Requests may go on beside each other. A request that takes longer than its limit
/// fails with timed_out; a coroutine that is cancelled leaves the connection usable, and a reply
/// that comes after that is dropped. Nothing is sent twice.
///
/// Failures besides: `refused` with the cause "connection_closed" (the service or the tunnel has
/// ended it) or "malformed_answer".
class remote_xpc {
public:
    using limit = std::chrono::milliseconds;

    /// Agrees with the service at the other end; nothing has reached the phone where that fails.
    /// All that is said is told to `recorded`, unless that is nullptr.
    static boost::asio::awaitable<result<remote_xpc>>
    open(std::unique_ptr<byte_stream> over,
         limit within,
         std::shared_ptr<recorded_connection> recorded = nullptr);

    remote_xpc(remote_xpc&& other) noexcept;
    remote_xpc& operator=(remote_xpc&& other) noexcept;
    ~remote_xpc(); // closes the connection

    /// Sends `body` and waits for the reply.
    boost::asio::awaitable<result<xpc::dictionary>> request(xpc::dictionary body, limit within);

    /// Sends what is not answered, and ends when the stream has taken it: all_arrived() tells more.
    boost::asio::awaitable<result<void>> tell(xpc::dictionary body, limit within);

    /// The next message that answers nothing. Of those that nobody waits for, the newest 64 stay.
    boost::asio::awaitable<result<xpc::dictionary>> next_message(limit within);

    /// Sends a file that a request has announced as `transfer`, beside that request; ends when the
    /// phone has ended the stream. `bytes` stay with the caller.
    boost::asio::awaitable<result<void>>
    upload(std::uint64_t transfer, std::span<const std::byte> bytes, limit within);

    /// A file that a reply has announced: the `index`-th of that reply, from 0.
    boost::asio::awaitable<result<xpc::data>>
    download(std::uint32_t index, std::uint64_t size, limit within);

    bool is_open() const noexcept;

    /// True where the other end has what the stream has taken, as far as the stream can tell. Also
    /// of a connection that has ended.
    bool all_arrived() const;

    /// Ends when all_arrived(); a failure, with which the phone was perhaps reached, where that
    /// takes longer than its limit or the connection ends before.
    boost::asio::awaitable<result<void>> until_arrived(limit within);

    /// Ends when the connection has.
    boost::asio::awaitable<failure> until_closed();

    void close();

    /// The same, and what the phone has had no room for so far never reaches it.
    void abort();

private:
    class link;

    explicit remote_xpc(std::shared_ptr<link> of);

    std::shared_ptr<link> link_;
};

} // namespace thimble::device::coredevice
