// Pictures for tests: pixels that are all different, and JPEGs that say how they are to be held.
#pragma once

#include "screen/image.hpp"
#include "screen/picture.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace thimble::screen::samples {

/// Smooth, so that it survives JPEG, and different in each corner.
inline image gradient(pixel_size size)
{
    image result(size);
    std::size_t at = 0;
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            result.pixels()[at++] = static_cast<std::uint8_t>(255 * x / size.width);
            result.pixels()[at++] = static_cast<std::uint8_t>(255 * y / size.height);
            result.pixels()[at++] =
                static_cast<std::uint8_t>(128 * (x + y) / (size.width + size.height));
        }
    return result;
}

/// Every byte by chance, the same each time.
inline image noise(pixel_size size)
{
    image result(size);
    unsigned state = 1;
    for (auto& part : result.pixels()) {
        state = (state * 1664525U) + 1013904223U;
        part = static_cast<std::uint8_t>(state >> 24U);
    }
    return result;
}

/// The largest difference of any byte; 256 for pictures of different sizes.
inline int largest_difference(const image& one, const image& other)
{
    if (one.size() != other.size())
        return 256;
    int largest = 0;
    for (std::size_t at = 0; at < one.pixels().size(); ++at)
        largest = std::max(largest, std::abs(one.pixels()[at] - other.pixels()[at]));
    return largest;
}

/// Likeness of two pictures of one size, in decibels; 99 for the same.
inline double likeness(const image& one, const image& other)
{
    double sum = 0;
    for (std::size_t at = 0; at < one.pixels().size(); ++at) {
        const double difference = one.pixels()[at] - other.pixels()[at];
        sum += difference * difference;
    }
    const auto mean = sum / static_cast<double>(one.pixels().size());
    return mean > 0 ? std::min(99.0, 10 * std::log10(255.0 * 255.0 / mean)) : 99;
}

inline bytes bytes_of(std::initializer_list<int> values)
{
    bytes result;
    for (const int value : values)
        result.push_back(static_cast<std::byte>(value));
    return result;
}

inline bytes bytes_of(std::string_view text)
{
    bytes result;
    for (const char each : text)
        result.push_back(static_cast<std::byte>(each));
    return result;
}

/// A segment with EXIF data, `tiff`, put behind the first two bytes of a JPEG.
inline bytes with_exif(bytes jpeg, const bytes& tiff)
{
    const auto length = static_cast<int>(2 + 6 + tiff.size());
    bytes segment = bytes_of({0xff, 0xe1, length / 256, length % 256, 'E', 'x', 'i', 'f', 0, 0});
    segment.insert(segment.end(), tiff.begin(), tiff.end());
    jpeg.insert(jpeg.begin() + 2, segment.begin(), segment.end());
    return jpeg;
}

/// EXIF data with nothing but an orientation.
inline bytes big_endian_tiff(int orientation)
{
    return bytes_of({'M', 'M', 0, 42, 0, 0, 0,           8, 0, 1, 0x01, 0x12, 0,
                     3,   0,   0, 0,  1, 0, orientation, 0, 0, 0, 0,    0,    0});
}

inline bytes little_endian_tiff(int orientation)
{
    return bytes_of({'I', 'I', 42, 0, 8, 0,           0, 0, 1, 0, 0x12, 0x01, 3,
                     0,   1,   0,  0, 0, orientation, 0, 0, 0, 0, 0,    0,    0});
}

} // namespace thimble::screen::samples
