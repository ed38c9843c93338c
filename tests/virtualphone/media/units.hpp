// Units of HEVC for tests: parameter sets of a real encoder, and slices without content.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <initializer_list>

namespace thimble::virtualphone::tests {

// Of pictures of 1088 x 2368, without a window.
inline const media::bytes video_parameters{0x40, 0x01, 0x0C, 0x01, 0xFF, 0xFF, 0x01, 0x60,
                                           0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03,
                                           0x00, 0x00, 0x03, 0x00, 0x96, 0xBA, 0x02, 0x40};
inline const media::bytes sequence_parameters{
    0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00,
    0x00, 0x03, 0x00, 0x96, 0xA0, 0x02, 0x20, 0x80, 0x09, 0x41, 0x65, 0xBA, 0x4A, 0x4C,
    0x2F, 0x01, 0x01, 0x00, 0x00, 0x03, 0x00, 0x01, 0x00, 0x00, 0x03, 0x00, 0x3C, 0x08};
inline const media::bytes picture_parameters{0x44, 0x01, 0xC0, 0x71, 0x83, 0x12};
inline const media::bytes picture_hash{0x50, 0x01, 0x84, 0x0D, 0x02, 0x13, 0x96, 0x58, 0x00,
                                       0x04, 0xE7, 0x56, 0x00, 0x04, 0xE7, 0x56, 0x00, 0x80};

inline media::bytes slice(unsigned type, std::size_t size, bool first = true)
{
    media::bytes result(size, 0x5A);
    result[0] = static_cast<std::uint8_t>(type << 1U);
    result[1] = 1;
    result[2] = first ? 0xA0 : 0x20;
    return result;
}

inline media::bytes key_slice(std::size_t size = 100)
{
    return slice(20, size);
}

inline media::bytes next_slice(std::size_t size = 50)
{
    return slice(1, size);
}

inline media::bytes stream_of(std::initializer_list<media::bytes> units)
{
    media::bytes result;
    for (const media::bytes& each : units) {
        media::append(result, media::bytes{0, 0, 0, 1});
        media::append(result, each);
    }
    return result;
}

} // namespace thimble::virtualphone::tests
