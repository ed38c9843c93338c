// A WebSocket: whole messages in both directions, and a reason at the end.
#pragma once

#include "http/request.hpp"
#include "http/stream.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::websocket {

/// Terms of both ends before the first message.
struct options {
    std::string subprotocol; // empty: none is asked for, and none of those offered is chosen
    std::size_t largest_message = 0;                               // bytes, of those that come in
    std::chrono::milliseconds time{10'000};                        // for the agreement
    std::vector<std::pair<std::string, std::string>> headers = {}; // of a server's answer
};

/// Request of a client.
struct handshake_request {
    std::string host; // as in the Host header
    std::string path;
    std::vector<std::pair<std::string, std::string>> headers;
};

/// Why there is no socket.
struct refused {
    unsigned status = 0; // of the HTTP answer; 0 where there was none
    std::string reason;
};

/// Close of the other end.
struct ended {
    std::uint16_t code = 0; // of its close frame; 0: the connection broke
    std::string text;       // from outside: what the frame said, or what broke
};

/// Home thread. One reading and one writing at a time; closing beside both.
class socket {
public:
    /// Server: answers the request for a WebSocket, which has to name the subprotocol.
    static boost::asio::awaitable<std::expected<socket, refused>>
    accept(http::stream over, const http::request& first, const options& agreed);

    /// Client: asks for one and waits for the answer.
    static boost::asio::awaitable<std::expected<socket, refused>>
    open(http::stream over, const handshake_request& wanted, const options& agreed);

    socket(socket&&) noexcept;
    socket& operator=(socket&&) noexcept;
    ~socket();

    struct incoming {
        bool binary = false;
        std::string_view bytes; // until the next read
    };

    /// The next message. One that is too large ends the socket as 1009.
    boost::asio::awaitable<std::expected<incoming, ended>> read();

    /// After the end: what was the reason.
    ended how_it_ended() const;

    /// The bytes have to outlive the call. False when the socket is over.
    boost::asio::awaitable<bool> write(std::string_view text);
    boost::asio::awaitable<bool> write(std::span<const std::byte> binary);

    /// Says why it ends, and ends when the other end has heard it, or after a while.
    boost::asio::awaitable<void> close(std::uint16_t code, std::string_view text);

    /// Ends now, without a word. Reads and writes under way fail.
    void cut();

private:
    struct implementation;

    explicit socket(std::unique_ptr<implementation> self);

    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service::websocket
