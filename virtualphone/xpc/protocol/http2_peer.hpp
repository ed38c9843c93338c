// The phone's part of HTTP/2, as far as RemoteXPC uses it: frames, windows, and empty headers.
#pragma once

#include "virtualphone/xpc/protocol/object.hpp"

#include <deque>
#include <map>
#include <optional>

namespace thimble::virtualphone::xpc {

/// Without sockets of its own: bytes are put in with take(), frames come out of output(). A host
/// that goes beyond the limits of HTTP/2 makes an error, which ends the connection.
class http2_peer {
public:
    static constexpr std::uint32_t window = std::uint32_t{1} << 20U; // that the host gets
    static constexpr std::size_t longest_frame = 16384;
    static constexpr std::size_t most_streams = 100;

    http2_peer();

    /// The error says what is wrong with the host's bytes.
    std::expected<void, std::string> take(byte_view from_host);

    struct arrival {
        std::uint32_t stream = 0;
        bytes content{};
        std::uint32_t cost = 0; // of the windows
    };

    /// The next piece of a stream's content, in the order in which they came; the host may send as
    /// much again.
    std::optional<arrival> next();

    /// True if the host has opened this stream.
    bool opened(std::uint32_t stream) const { return streams_.contains(stream); }

    /// The host has said that it will go.
    bool ended() const noexcept { return ended_; }

    /// On a stream that is new the empty headers go first. Waits in a queue while a window is
    /// closed; what was sent before is sent before.
    void send(std::uint32_t stream, byte_view content);

    /// Frames that may go out now; empty when there are none.
    bytes output();

    /// Content waits until the host opens a window.
    bool blocked() const noexcept { return !queue_.empty(); }

    // Faults.
    void reset_stream(std::uint32_t stream);
    void go_away();
    void send_garbage();

private:
    struct stream_state {
        std::int64_t window = 0; // bytes that we may send
        std::uint32_t returned_late = 0;
        bool headers_sent = false;
    };
    struct queued {
        std::uint32_t stream = 0;
        bytes content{};
        std::size_t sent = 0;
    };
    struct frame {
        std::uint8_t type = 0;
        std::uint8_t flags = 0;
        std::uint32_t stream = 0;
        byte_view payload{};
    };
    using outcome = std::expected<void, std::string>;

    outcome take_frame(const frame& what);
    outcome take_headers(const frame& what);
    outcome take_data(const frame& what);
    outcome take_settings(const frame& what);
    outcome take_window(const frame& what);
    outcome take_setting(unsigned name, std::uint32_t value);
    void put_frame(std::uint8_t type, std::uint8_t flags, std::uint32_t stream, byte_view payload);
    void put_window(std::uint32_t stream, std::uint32_t more);
    void return_window(const arrival& what);
    void put_content();
    stream_state& sending(std::uint32_t stream);

    bytes in_;
    bool begun_ = false; // the preface has come
    bool settled_ = false;
    bool ended_ = false;
    bool in_headers_ = false;
    bytes out_;
    std::deque<queued> queue_;
    std::deque<arrival> arrivals_;
    std::map<std::uint32_t, stream_state> streams_;
    std::int64_t window_ = 65535;       // of the connection, for what we send
    std::int64_t first_window_ = 65535; // of a new stream
    std::uint32_t returned_late_ = 0;
    std::uint32_t outstanding_ = 0; // what the host has sent since its window was opened
};

} // namespace thimble::virtualphone::xpc
