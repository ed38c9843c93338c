// Pictures of a phone's screen out of its video, for those who want single ones and those who
// watch.
#pragma once

#include "device/capability.hpp"
#include "device/media/stream/stream_pictures.hpp"

namespace thimble::device::media {

/// As it comes out of the stream: upright, not encoded yet.
captured_frame frame_of(const decoded_picture& what, std::chrono::steady_clock::time_point shows);

/// Home thread. Where the stream has ended because the screen stood still, it is started anew
/// beside a capture, and the quicker one counts.
class stream_frames final : public frame_source {
public:
    /// `otherwise` captures without the stream. Both outlive this.
    stream_frames(stream_pictures& from, frame_source& otherwise)
        : pictures_(from), otherwise_(otherwise)
    {
    }

    boost::asio::awaitable<result<captured_frame>> capture() override;
    boost::asio::awaitable<result<captured_frame>>
    capture_after(std::chrono::steady_clock::time_point input) override;
    void input_begins() override { pictures_.input_begins(); }

private:
    boost::asio::awaitable<result<captured_frame>>
    from_stream(std::chrono::steady_clock::time_point input);
    boost::asio::awaitable<result<captured_frame>>
    quicker_one(std::chrono::steady_clock::time_point input);

    stream_pictures& pictures_;
    frame_source& otherwise_;
};

/// Home thread. Several may watch at once. The picture of a screen that stands still is handed over
/// again and again, so that those who watch know that it still does.
class stream_live final : public live_source {
public:
    explicit stream_live(stream_pictures& from) : pictures_(from) {}

    boost::asio::awaitable<failure> watch(int frames_per_second,
                                          std::function<void(captured_frame)> on_frame) override;

private:
    stream_pictures& pictures_;
};

} // namespace thimble::device::media
