// A host's conversation with a service that speaks RemoteXPC, seen from the phone.
#pragma once

#include "virtualphone/phone/faults.hpp"
#include "virtualphone/tunnel/network.hpp"
#include "virtualphone/xpc/protocol/http2_peer.hpp"
#include "virtualphone/xpc/protocol/message.hpp"

#include <deque>
#include <map>
#include <optional>

namespace thimble::virtualphone::xpc {

/// Home thread only, one coroutine at a time; the switches outlive it. A mistake of the host ends
/// the connection: every function throws boost::system::system_error then. Faults: "tunnel.http2"
/// and "tunnel.xpc" spoil the next message, "tunnel.order" holds a reply back until the one after
/// it has been sent.
class connection {
public:
    connection(tunnel::tunnel_stream over, fault_switches& faults);

    /// Answers the messages with which a conversation begins: the two streams are open then.
    boost::asio::awaitable<void> begin();

    /// The next message that has a dictionary.
    boost::asio::awaitable<message> receive();

    /// On the stream of replies, with the id of what it answers.
    boost::asio::awaitable<void> reply(const message& to, dictionary body);

    /// Unasked, on the root stream.
    boost::asio::awaitable<void> push(dictionary body);

    /// Waits until the host closes the connection.
    boost::asio::awaitable<void> until_closed();

    /// With a reset.
    void abort() { stream_.abort(); }
    void abort_others() { stream_.abort_others(); } // of this tunnel

    /// A port for datagrams in the tunnel that the connection is in.
    tunnel::datagram_socket open_datagrams() { return stream_.open_datagrams(); }

    boost::asio::any_io_executor executor() const { return stream_.executor(); }

private:
    static constexpr std::uint32_t root = 1;
    static constexpr std::uint32_t replies = 3;

    boost::asio::awaitable<message> receive_any();
    boost::asio::awaitable<void> read_more();
    boost::asio::awaitable<void> send(std::uint32_t stream, const message& what);
    boost::asio::awaitable<void> flush();
    boost::asio::awaitable<void> show(std::uint32_t stream, bytes content);
    void take_arrivals();
    void answer_opening(const message& what, std::uint32_t stream);
    bool begun() const { return root_greeted_ && root_opened_ && replies_opened_; }

    tunnel::tunnel_stream stream_;
    fault_switches& faults_;
    http2_peer http2_;
    std::map<std::uint32_t, message_reader> readers_; // by stream
    std::deque<std::pair<std::uint32_t, message>> received_;
    std::optional<bytes> held_back_;
    std::uint64_t pushed_ = 0;
    bool root_greeted_ = false;
    bool root_opened_ = false;
    bool replies_opened_ = false;
};

} // namespace thimble::virtualphone::xpc
