// Region in which two screenshots differ.
#pragma once

#include "screen/image.hpp"

#include <string>

namespace thimble::e2e {

/// Decodes a PNG that came over HTTP; throws when it is none.
screen::image picture_of(const std::string& png);

/// Pixels that differ clearly between two pictures of one size, in the square of
/// 2 × `reach` + 1 pixels around a place.
int differing_pixels_near(
    const screen::image& one, const screen::image& other, int x, int y, int reach);

/// The same in the whole picture.
int differing_pixels(const screen::image& one, const screen::image& other);

} // namespace thimble::e2e
