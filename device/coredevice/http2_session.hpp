// The subset of HTTP/2 that RemoteXPC speaks, as the client: no input or output of its own.
//
// It is no HTTP: the streams carry messages instead of requests, their headers are empty, the
// client opens streams of even numbers too, and the order of the first frames matters. nghttp2
// refuses a client's even streams and puts frames into an order of its own, so it does not fit.
#pragma once

#include "device/coredevice/http2_frame.hpp"

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace thimble::device::coredevice::http2 {

using stream_id = std::uint32_t;

/// The peer is ready: a phone says what it agrees to before anything else.
struct settings_arrived {};

struct data_arrived {
    stream_id stream = 0;
    std::vector<std::byte> bytes; // may be empty
    bool last = false;            // on this stream
};

/// The peer has ended a stream, in both directions.
struct stream_reset {
    stream_id stream = 0;
    std::uint32_t code = 0;
};

/// The peer is about to close the connection.
struct going_away {
    std::uint32_t code = 0;
};

using event = std::variant<settings_arrived, data_arrived, stream_reset, going_away>;

inline constexpr std::uint32_t receive_window = 1U << 20; // bytes; of a stream and of all together

class session {
public:
    /// The preface, the settings and the window of the connection are the first output.
    session();

    /// HEADERS with nothing in them.
    void open(stream_id stream);

    /// As much at once as the windows allow and the rest as they grow, in frames of at most
    /// 16,384 bytes. Dropped when the stream is not open or has ended.
    void send(stream_id stream, std::span<const std::byte> bytes);

    /// No more is sent on the stream, once what was given to send() has gone.
    void end(stream_id stream);

    /// Bytes that came from the peer. A window is given back as soon as bytes are handed on. A
    /// failure is final.
    std::expected<std::vector<event>, fault> take(std::span<const std::byte> bytes);

    /// The bytes that have to go to the peer next.
    std::vector<std::byte> take_output();

    /// Bytes given to send() that wait for a window.
    std::size_t unsent(stream_id stream) const;

private:
    struct outgoing {
        std::int64_t window = 0; // may be negative after the peer's settings have changed
        std::vector<std::byte> waiting{};
        bool ends = false;  // after what is waiting
        bool ended = false; // nothing goes out any more
    };

    using outcome = std::expected<void, fault>;

    outcome take_frame(frame& what, std::vector<event>& to);
    outcome take_data(frame& what, std::vector<event>& to);
    outcome take_headers(const frame& what, std::vector<event>& to);
    outcome take_continuation(const frame& what);
    outcome take_reset(const frame& what, std::vector<event>& to);
    outcome take_settings(const frame& what, std::vector<event>& to);
    outcome take_setting(std::uint16_t name, std::uint32_t value);
    outcome take_ping(const frame& what);
    outcome take_go_away(const frame& what, std::vector<event>& to);
    outcome take_window_update(const frame& what);
    outcome answer(frame_type type, std::uint8_t flags, std::span<const std::byte> payload);
    outcome give_back(stream_id stream, std::size_t bytes);
    void give_window(stream_id stream, std::uint32_t bytes);
    void flush(stream_id id, outgoing& stream);
    void flush_all();

    frame_reader reader_;
    std::vector<std::byte> output_;
    std::size_t answers_ = 0; // in the output that has not been taken
    std::map<stream_id, outgoing> outgoing_;
    std::map<stream_id, std::uint32_t> received_; // not given back yet; 0 is all together
    std::int64_t window_;
    std::uint32_t initial_window_;
    stream_id continued_ = 0; // whose headers have not ended
    std::size_t header_bytes_ = 0;
    std::optional<fault> failed_;
};

} // namespace thimble::device::coredevice::http2
