// One stream of a phone, from its start to its end.
#pragma once

#include "device/coredevice/media_stream.hpp"
#include "device/media/stream/stream_phone.hpp"
#include "device/media/stream/stream_timing.hpp"
#include "device/media/video_receiver.hpp"

#include <boost/asio/awaitable.hpp>

namespace thimble::device::media {

/// Home thread. What it hears is its only sign of life: the connection by which it was started says
/// nothing more.
class running_stream {
public:
    using time = video_receiver::time;

    struct identity {
        std::uint64_t number = 1; // of the phone's streams
        time::duration coding{};  // of pictures, as the stream before has seen it
    };

    /// `on_gap` is told that a packet is waited for, so
    /// that somebody has the receiver give up on it when it is due, and that a picture was dropped.
    running_stream(identity who, unit_assembler::handler on_picture, std::function<void()> on_gap);
    running_stream(const running_stream&) = delete;
    running_stream& operator=(const running_stream&) = delete;

    /// Opens the port and asks the phone. Pictures may come before this ends. Nothing of a stream
    /// stays where it fails.
    boost::asio::awaitable<result<void>> start(stream_phone& on, const stream_timing& timing);

    /// Since the phone has agreed; nothing before.
    const std::optional<time>& since() const noexcept { return since_; }

    bool is_dead(time now, const stream_timing& timing) const;

    /// The time at which it will be, if nothing comes until then.
    time dies_at(const stream_timing& timing) const;

    /// True where packets are missing, or the first picture did not come in its time.
    bool has_lost(time now, const stream_timing& timing) const;

    /// True where its newest picture is what the screen shows now, as far as that can be known.
    bool is_trusted(time now, const stream_timing& timing) const;

    /// True where the phone still sends, or would if its picture changed, as far as that can be
    /// known.
    bool is_alive(time now, const stream_timing& timing) const;

    video_receiver& receiver() noexcept { return receiver_; }
    const video_receiver& receiver() const noexcept { return receiver_; }
    std::uint64_t pictures() const noexcept { return pictures_; }

private:
    time heard() const;

    std::function<void()> on_gap_;
    std::uint64_t pictures_ = 0;
    video_receiver receiver_;
    std::shared_ptr<const void> port_; // ends before what it hands over to
    std::optional<coredevice::media_stream> agreed_;
    std::optional<time> since_;
};

} // namespace thimble::device::media
