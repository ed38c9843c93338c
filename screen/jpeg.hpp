// JPEG in and out, with limits on what comes in.
#pragma once

#include "screen/image.hpp"
#include "screen/picture.hpp"
#include "screen/turning.hpp"

#include <expected>
#include <string>

namespace thimble::screen {

/// Header of a JPEG.
struct jpeg_header {
    pixel_size stored;   // as the pixels lie in the file
    turning turned;      // how they come upright
    int subsampling = 0; // one of turbojpeg's TJSAMP values

    pixel_size upright() const { return screen::turned(stored, turned); }
};

/// An error for what is no JPEG, is larger than `largest_edge` or `largest_area`, or has the
/// colours of print.
std::expected<jpeg_header, std::string> read_jpeg_header(std::span<const std::byte> jpeg);

/// Size as it is shown: the EXIF orientation counts. Error for what is no JPEG, or larger than
/// largest_edge.
std::expected<pixel_size, std::string> jpeg_size(std::span<const std::byte> jpeg);

/// The pixels as they are stored, not turned. Where a longest edge of `enough` pixels will do, it
/// is the smallest size not below it that costs less than the whole. Truncated and broken pictures
/// are errors.
std::expected<image, std::string> decode_jpeg(std::span<const std::byte> jpeg, int enough);
std::expected<image, std::string> decode_jpeg(std::span<const std::byte> jpeg);

/// `quality` 1..100. Throws std::bad_alloc when memory runs out.
bytes encode_jpeg(const image& from, int quality);

} // namespace thimble::screen
