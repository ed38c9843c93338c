// A picture as one binary frame of the second connection: the length of the header in four bytes,
// the most significant first, the header in JSON, and the encoded picture.
#pragma once

#include "link/malformed.hpp"
#include "link/streaming.hpp"
#include "screen/orientation.hpp"
#include "screen/picture.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>

namespace thimble::link {

/// Of an access unit (link/access_unit.hpp), beside what every picture says.
struct video_header {
    std::int64_t number = 0;                       // in its stream
    int turn = 0;                                  // quarter turns, clockwise, 0..3
    std::chrono::microseconds captured_at{0};      // since 1970, UTC
    std::optional<std::string> codec = {};         // these stand in a key alone
    std::optional<std::string> configuration = {}; // base64
    std::optional<screen::pixel_size> coded_size = {};

    friend bool operator==(const video_header&, const video_header&) = default;
};

struct frame_header {
    std::string udid;
    std::string frame_id;  // of the picture of a result: its job id
    std::string stream_id; // empty for the picture of a result
    link::codec codec = codec::png;
    bool key = true;                 // needs no frame before it
    std::chrono::microseconds at{0}; // since the stream began
    screen::pixel_size size;
    screen::orientation turned = screen::orientation::portrait;
    std::chrono::system_clock::time_point captured_at;
    std::optional<video_header> video = {};

    friend bool operator==(const frame_header&, const frame_header&) = default;
};

link::codec codec_of(screen::picture_format format);

/// `picture` points into what was decoded.
struct picture_frame {
    frame_header header;
    std::span<const std::byte> picture;
};

/// `most` is the largest picture in bytes that the other end takes, as its welcome says.
std::expected<screen::bytes, malformed> encode(const picture_frame& what, std::size_t most);

/// Fields that a newer version has added are passed over.
std::expected<picture_frame, malformed> decode_frame(std::span<const std::byte> binary,
                                                     std::size_t most);

} // namespace thimble::link
