// The body of an answer that has no end: parts as they come, until one side has had enough.
#pragma once

#include "async/one_shot_timer.hpp"
#include "http/response.hpp"
#include "http/stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>

#include <chrono>
#include <string_view>
#include <vector>

namespace thimble::service::http {

/// Media type of server-sent events.
inline constexpr std::string_view event_stream_type = "text/event-stream";

/// The head of such an answer, which becomes whatever writes the body.
response open_head(std::string_view media_type);

/// Home thread. One writing and one until_gone() at a time.
class open_body {
public:
    explicit open_body(stream with);

    /// False when the other end is gone, or has not taken it all within `time`, for which it is cut
    /// off.
    boost::asio::awaitable<bool> write(std::vector<boost::asio::const_buffer> parts,
                                       std::chrono::milliseconds time);

    /// A write that is under way has no more time than this.
    void hurry(std::chrono::milliseconds time);

    /// True where that is why the other end was cut off.
    bool was_too_slow() const noexcept { return too_slow_; }

    /// There is nothing that the other end has to say: what it sends is dropped.
    boost::asio::awaitable<void> until_gone();

    /// So that the other end, if it is still there, can tell this from a connection that broke. It
    /// has `time` to hear it.
    boost::asio::awaitable<void> shut_down(std::chrono::milliseconds time);

private:
    void note(const boost::system::error_code& failed);
    void cut();

    stream stream_;
    bool writing_ = false;
    bool too_slow_ = false;
    bool over_ = false; // the other end is gone, or cut off
    async::one_shot_timer timeout_;
};

} // namespace thimble::service::http
