// A part of a picture.
#pragma once

#include "screen/image.hpp"

namespace thimble::screen {

/// Whole pixels from the top left.
struct area {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;

    friend bool operator==(const area&, const area&) = default;
};

/// The same part of the same picture at another size: everything that it covers, even by a piece of
/// a pixel. `part` lies within a picture of size `from`, and is not empty.
area mapped(const area& part, pixel_size from, pixel_size to);

/// True where the picture is one of that panel, with the edge on its right and below that encoders
/// add since they work in blocks, or without.
bool is_padded(pixel_size picture, pixel_size panel);

/// `part` lies within the picture, and is not empty.
image cropped(const image& from, const area& part);

} // namespace thimble::screen
