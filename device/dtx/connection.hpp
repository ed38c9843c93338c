// A connection to a service of the phone that speaks DTX.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "device/dtx/dialogue.hpp"
#include "device/failure.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thimble::device::dtx {

/// The answer to a call of the phone, or nothing where the selector is not known. Called on the
/// home thread for each call, whether it wants an answer or not; does not throw, and may close the
/// connection, after which no handler is called.
using call_handler = std::function<std::optional<answer>(const incoming_call& what)>;

/// Without compression, and in the way of the protocol's present version.
dictionary host_capabilities();

/// A service has answered a call with an error.
failure refused_by_service(std::string_view selector, const ns_error& why);

/// Home thread. Calls may go on beside each other. A call that takes longer than its limit fails
/// with timed_out; a coroutine that is cancelled leaves the connection usable, and an answer that
/// comes after that is dropped. Nothing is sent twice.
///
/// Failures besides: `refused` with the cause "connection_closed" (the service or the tunnel has
/// ended it), "channel_closed" (the service has ended that channel alone, or is not there) or
/// "malformed_answer".
class connection {
public:
    using limit = std::chrono::milliseconds;

    struct settings {
        dictionary capabilities = host_capabilities();

        /// Gives the handler of a channel that the phone opens, which may be empty: all its calls
        /// are unknown then. May be empty itself.
        std::function<call_handler(const std::string& identifier)> on_channel{};
    };

    /// Ends when the service has said what it can do. Phones do so at once, or within some seconds.
    static boost::asio::awaitable<result<connection>>
    open(std::unique_ptr<coredevice::byte_stream> over, settings how, limit within);

    connection(connection&& other) noexcept;
    connection& operator=(connection&& other) noexcept;
    ~connection(); // closes it

    const dictionary& capabilities() const; // of the service

    /// The channel's number, from 1 on. `on_call` may be empty.
    boost::asio::awaitable<result<std::int32_t>>
    open_channel(std::string identifier, call_handler on_call, limit within);

    /// The number, below zero, of a channel that the phone has opened or opens within the limit.
    boost::asio::awaitable<result<std::int32_t>> channel_of_phone(std::string identifier,
                                                                  limit within);

    /// Calls and waits for the answer.
    boost::asio::awaitable<result<answer>> call(outgoing_call what, limit within);

    /// The same for those who can do nothing about an error of the service: a failure of its own.
    boost::asio::awaitable<result<value>> request(outgoing_call what, limit within);

    /// Sends a call that is not answered, and ends when the stream has taken it.
    boost::asio::awaitable<result<void>> tell(outgoing_call what, limit within);

    bool is_open() const noexcept;

    /// Ends when the connection has.
    boost::asio::awaitable<failure> until_closed();

    void close();

private:
    class link;

    explicit connection(std::shared_ptr<link> of);

    std::shared_ptr<link> link_;
};

} // namespace thimble::device::dtx
