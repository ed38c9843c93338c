// The video of the phone's screen, through its tunnel.
#pragma once

#include "device/coredevice/driver/tunnel_session.hpp"
#include "device/media/stream/stream_frames.hpp"

#include <chrono>
#include <functional>

namespace thimble::device::coredevice {

/// Home thread. Lives as long as the phone.
class tunnel_video {
public:
    struct options {
        boost::asio::any_io_executor home;
        frame_source& otherwise; // captures without a stream; outlives this
        media::stream_pictures::context pictures;
        std::function<void()> changed; // whether it is offered
        media::stream_timing timing{};
    };

    explicit tunnel_video(options with);

    /// Finds out whether the phone sends its screen, and keeps the stream for as long as `open` is:
    /// never ends by itself.
    boost::asio::awaitable<void> follow(tunnel_session& open);

    /// True while a tunnel is open to a phone that says it does.
    bool offered() const noexcept { return offered_; }

    /// True while the phone has refused a stream, and is not to be asked again yet.
    bool refused() const { return stream_.is_refusing(std::chrono::steady_clock::now()); }

    frame_source& frames() { return frames_; }
    live_source& live() { return live_; }
    media::screen_stream& stream() { return stream_; }
    video_figures figures() const;

private:
    frame_source& captures_;
    std::function<void()> changed_;
    bool offered_ = false;
    media::screen_stream stream_;
    media::stream_pictures pictures_;
    media::stream_frames frames_;
    media::stream_live live_{pictures_};
};

} // namespace thimble::device::coredevice
