// Commands for a phone's live stream. The pictures themselves go over a connection of their own
// (link/picture_frame.hpp).
#pragma once

#include <boost/describe/enum.hpp>

#include <cstdint>
#include <string>

namespace thimble::link {

/// Encoding of a frame.
enum class codec : std::uint8_t { png, jpeg, webp, h264, hevc };
BOOST_DESCRIBE_ENUM(codec, png, jpeg, webp, h264, hevc)

/// Down: begin to send frames, or go on at another pace, or stop.
struct stream {
    std::string stream_id; // chosen by the service
    std::string udid;
    bool on = false;
    link::codec codec = codec::jpeg;
    int frames_per_second = 10; // at most, 1..60
    int quality = 80;           // 1..100, for jpeg and webp
    int max_edge = 1344;        // pixels of the longest edge

    friend bool operator==(const stream&, const stream&) = default;
};

/// Down: the next frame of the stream shall not need those before it.
struct keyframe {
    std::string stream_id;

    friend bool operator==(const keyframe&, const keyframe&) = default;
};

} // namespace thimble::link
