// RemoteXPC as the host speaks it on one connection: no input or output of its own.
#pragma once

#include "device/coredevice/http2_session.hpp"
#include "device/coredevice/xpc_message.hpp"

#include <cstdint>
#include <expected>
#include <map>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace thimble::device::coredevice {

using http2::stream_id;

inline constexpr stream_id root_stream = 1;
inline constexpr stream_id reply_stream = 3;

/// The phone has accepted the connection.
struct peer_ready {};

/// A message that says something: the empty ones of the opening are not told.
struct message_arrived {
    stream_id stream = 0;
    xpc::arrived_message what;

    /// True if it is the reply to the request `id`. Replies come on either stream and repeat the
    /// request's id; what the phone says unasked counts on its own, so that ids alone may agree.
    bool answers(std::uint64_t id) const noexcept;
};

/// Part of a file from the phone.
struct file_bytes_arrived {
    stream_id stream = 0;
    std::vector<std::byte> bytes;
    bool last = false;
};

/// The phone wants no more of a file that it is sent: it has it all, or refuses it.
struct upload_ended {
    stream_id stream = 0;
};

/// The phone has ended the streams that everything else needs.
struct conversation_ended {};

using arrival =
    std::variant<peer_ready, message_arrived, file_bytes_arrived, upload_ended, conversation_ended>;

/// Why a connection cannot be followed any more, for logs: "http2 flood", "xpc too_large".
struct broken {
    std::string why;
};

class conversation {
public:
    /// The opening is the first output.
    conversation();

    /// Puts a request into the output and returns the id that its reply will have.
    std::uint64_t request(xpc::dictionary body);

    /// Says something that is not answered.
    void tell(xpc::dictionary body);

    /// Begins the stream on which the file goes that a message has announced by its transfer's id.
    stream_id begin_upload(std::uint64_t transfer);
    void upload(stream_id stream, std::span<const std::byte> bytes);
    void end_upload(stream_id stream);

    /// Asks for a file that the phone has announced, the first of its message being 0.
    stream_id begin_download(std::uint32_t index);

    std::expected<std::vector<arrival>, broken> take(std::span<const std::byte> bytes);

    std::vector<std::byte> take_output() { return http2_.take_output(); }

    /// Bytes of an upload that wait for a window.
    std::size_t unsent(stream_id stream) const { return http2_.unsent(stream); }

private:
    using outcome = std::expected<void, broken>;

    std::uint64_t send(xpc::dictionary body, std::uint32_t flags);
    void open(stream_id stream, const xpc::message& first);
    outcome take_event(http2::event& what, std::vector<arrival>& to);
    outcome take_data(http2::data_arrived& what, std::vector<arrival>& to);
    outcome take_messages(const http2::data_arrived& what, std::vector<arrival>& to);

    http2::session http2_;
    std::map<stream_id, xpc::message_reader> readers_; // of the streams with messages
    std::set<stream_id> downloads_;
    std::set<stream_id> uploads_;
    std::uint64_t next_id_ = 1; // 0 is that of the opening
    stream_id next_upload_ = 5;
};

} // namespace thimble::device::coredevice
