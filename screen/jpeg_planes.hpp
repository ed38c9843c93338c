// A JPEG as it is inside: brightness and two colours, each a picture of its own. From one JPEG to
// another there is no need to make it red, green and blue in between.
#pragma once

#include "screen/jpeg.hpp"

#include <array>
#include <memory>

namespace thimble::screen {

/// Rows from the top, without gaps between them.
struct plane {
    pixel_size size;
    std::unique_ptr<std::uint8_t[]> samples; // NOLINT(*-avoid-c-arrays)

    plane() = default;
    explicit plane(pixel_size of);

    std::size_t width() const { return static_cast<std::size_t>(size.width); }
    std::size_t count() const { return width() * static_cast<std::size_t>(size.height); }
};

/// Y, Cb, Cr.
struct jpeg_planes {
    pixel_size size; // of the picture, in pixels
    int across = 1;  // pixels to a sample of colour, along a row
    int down = 1;    // and along a column
    std::array<plane, 3> each;
};

/// Greys have no planes of colour.
bool has_planes(const jpeg_header& header);

/// As they are stored. Truncated and broken pictures are errors.
std::expected<jpeg_planes, std::string> decode_jpeg_planes(std::span<const std::byte> jpeg,
                                                           const jpeg_header& header);

/// The part of the picture at another size, no edge of which is longer; with a sample of colour to
/// every two by two pixels, and therefore with an even number of columns and of rows. Where one is
/// added it comes to the right or to the bottom, once the planes are turned as `how` says.
jpeg_planes shrunk(const jpeg_planes& from, const area& part, pixel_size to, const turning& how);

jpeg_planes turned(jpeg_planes from, const turning& how);

/// Of planes as `shrunk` makes them. `quality` 1..100. Throws std::bad_alloc when memory runs out.
bytes encode_jpeg(const jpeg_planes& from, int quality);

} // namespace thimble::screen
