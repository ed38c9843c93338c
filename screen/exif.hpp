// The one thing of a JPEG's EXIF data that matters here: how the picture is to be held.
#pragma once

#include "screen/turning.hpp"

#include <cstddef>
#include <span>

namespace thimble::screen::exif {

/// EXIF's orientation, 1..8; 1, which is upright, where there is none or none that makes sense.
/// Reads the segments before the pixels, never beyond the end.
int orientation_of(std::span<const std::byte> jpeg);

/// Turning that an orientation, 1..8, asks for.
turning turning_of(int orientation);

} // namespace thimble::screen::exif
