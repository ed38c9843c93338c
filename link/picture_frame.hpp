// A picture as one binary frame of the second connection: the length of the header in four bytes,
// the most significant first, the header in JSON, and the encoded picture.
#pragma once

#include "link/malformed.hpp"
#include "link/streaming.hpp"
#include "screen/orientation.hpp"
#include "screen/picture.hpp"

#include <chrono>
#include <cstddef>
#include <expected>
#include <span>
#include <string>

namespace thimble::link {

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
