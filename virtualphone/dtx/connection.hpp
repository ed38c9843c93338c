// A host's DTX connection, seen from the phone: channels of both sides, calls and their replies.
#pragma once

#include "virtualphone/dtx/byte_line.hpp"
#include "virtualphone/dtx/protocol/frames.hpp"
#include "virtualphone/phone/faults.hpp"
#include "virtualphone/phone/wakeup.hpp"

#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace thimble::virtualphone::dtx {

/// A call of the host on one channel.
struct invocation {
    std::string selector;
    std::vector<argument> arguments{};
    bool wants_reply = false; // the outcome is of interest to nobody otherwise
    std::int32_t channel = 0; // as on the wire

    /// Nil where there are fewer arguments.
    object argument_at(std::size_t place) const;
};

/// Nil is sent as a reply without a value.
using outcome = std::expected<object, ns_error>;
using responder = std::function<outcome(const invocation&)>;

class connection;

/// Answers the calls of a new channel of the host, by its identifier; empty: there is no such, and
/// the channel is closed as soon as the request has been acknowledged.
using channel_opener =
    std::function<responder(std::string_view identifier, const std::shared_ptr<connection>& on)>;

/// Of a call whose selector a channel does not have.
ns_error unknown_selector(std::string_view selector);

/// Sends the phone's capabilities at once, and then nothing unasked but calls of its own. Replies
/// have the identifier and the channel of their call as on the wire; identifiers of the host repeat
/// on its channels, those of the phone do not. Codes on the wire have a sign: each side says +N of
/// its own channel N, and -N of the other's. Faults of the name given are shown by replies. Home
/// thread only.
class connection : public std::enable_shared_from_this<connection> {
public:
    static constexpr std::size_t most_channels = 64;
    static constexpr std::size_t most_queued = std::size_t{32} << 20U; // bytes for a slow host

    /// The switches outlive it.
    connection(std::unique_ptr<byte_line> line,
               dictionary capabilities,
               channel_opener opener,
               fault_switches& faults,
               std::string fault_name);

    /// Serves the host to the end of the connection. The line is gone then.
    boost::asio::awaitable<void> run();

    /// Opens a channel of the phone's; nothing when the host does not take it. `answer` gets the
    /// host's calls on it.
    boost::asio::awaitable<std::optional<std::int32_t>> open_channel(std::string identifier,
                                                                     responder answer);

    /// The host's reply; nothing when the connection ends before.
    boost::asio::awaitable<std::optional<message>>
    call(std::int32_t channel, std::string selector, std::vector<argument> arguments = {});

    /// Calls on a channel of the host's, by the host's number. No reply is wanted.
    void
    tell(std::int32_t host_channel, std::string selector, std::vector<argument> arguments = {});

    /// Ends the connection once everything is sent.
    void end();

    bool ended() const noexcept { return closed_; }
    const boost::asio::any_io_executor& executor() const noexcept { return home_; }

private:
    struct pending {
        explicit pending(const boost::asio::any_io_executor& home) : answered(home) {}

        wakeup answered;
        std::optional<message> reply{};
    };

    boost::asio::awaitable<void> read_all();
    boost::asio::awaitable<void> write_all();
    boost::asio::awaitable<void> take(envelope from_host);
    void take_reply(std::uint32_t id, message what);
    boost::asio::awaitable<void> answer(envelope to, message call);
    outcome perform(std::int32_t channel, const invocation& what);
    outcome control(const invocation& what);
    outcome open_channel_of_host(const invocation& what);
    void cancel_channels(const invocation& what);
    boost::asio::awaitable<void> reply(const envelope& to, outcome with);
    void send(const envelope& what);
    void close();

    boost::asio::any_io_executor home_;
    std::unique_ptr<byte_line> line_;
    dictionary capabilities_;
    channel_opener opener_;
    fault_switches& faults_;
    std::string fault_name_;
    std::map<std::int32_t, responder> host_channels_;
    std::map<std::int32_t, responder> own_channels_;
    std::optional<std::int32_t> refused_channel_; // of the request that is being answered
    std::map<std::uint32_t, std::shared_ptr<pending>> calls_; // that wait for their replies
    std::uint32_t latest_id_ = 0;
    std::int32_t latest_channel_ = 0;
    std::deque<bytes> out_;
    std::size_t queued_ = 0; // bytes in out_
    wakeup changed_;         // there is something to send, or the end has come
    wakeup written_;
    bool writing_ = false;
    bool ending_ = false;
    bool closed_ = false;
};

} // namespace thimble::virtualphone::dtx
