// Rotation that brings a stored picture upright.
#pragma once

#include "screen/crop.hpp"
#include "screen/image.hpp"

namespace thimble::screen {

/// From stored to upright: rows become columns, then left and right are swapped, then top and
/// bottom. Their combinations are the eight orientations of EXIF.
struct turning {
    bool transposed = false;
    bool mirrored = false; // left and right are swapped
    bool flipped = false;  // top and bottom are swapped

    bool none() const noexcept { return !transposed && !mirrored && !flipped; }
    friend bool operator==(const turning&, const turning&) = default;
};

/// The size after turning, and of what is stored when it is given the upright size.
pixel_size turned(pixel_size size, const turning& how);

/// Where a part of the upright picture is stored; `upright` is the size of the whole.
area stored_area(const area& part, pixel_size upright, const turning& how);

/// OpenCV's code for the axes of `how`, one of which is swapped.
int flip_code(const turning& how);

/// The upright picture.
image turned(image from, const turning& how);

} // namespace thimble::screen
