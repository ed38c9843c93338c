// JPEG pictures as pixels and back, with the EXIF orientation that a camera would write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace thimble::virtualphone::wda {

struct rgb_picture {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> bytes; // three a pixel, rows from the top
};

/// Turns that a viewer gives the picture before it shows it, by its EXIF number.
enum class exif_orientation : std::uint8_t {
    upright = 1,
    turn_over = 3,
    turn_right = 6,
    turn_left = 8
};

/// Scaled to `eighths` (1..8) of its size. Throws std::runtime_error when it is not a JPEG.
rgb_picture decode_jpeg(const std::vector<std::uint8_t>& file, int eighths);

/// `quality` is 1..100.
std::vector<std::uint8_t>
encode_jpeg(const rgb_picture& picture, int quality, exif_orientation orientation);

rgb_picture turned_right(const rgb_picture& picture); // a quarter, clockwise
rgb_picture turned_over(rgb_picture picture);

} // namespace thimble::virtualphone::wda
