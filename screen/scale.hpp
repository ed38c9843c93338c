// Sizes of screenshots, and making a picture that size.
#pragma once

#include "screen/crop.hpp"
#include "screen/image.hpp"

namespace thimble::screen {

/// The longest edge of a screenshot, whatever the phone.
constexpr int screenshot_edge = 1344;

/// `native` scaled so that its longest edge is `longest_edge`; the other edge is rounded half up
/// and at least 1. Smaller panels are enlarged too. `native` has positive edges.
pixel_size scaled_size(pixel_size native, int longest_edge = screenshot_edge);

/// The picture at another size: averaged over areas when it shrinks, so that small text stays
/// readable; interpolated when it grows.
image scaled(const image& from, pixel_size to);

/// True where `part` has no edge shorter than it will be, nor one that is many times as long: what
/// area_shrink.hpp can do.
bool can_shrink(const area& part, pixel_size to);

/// The same of a part, which lies within the picture and is not empty.
image scaled(const image& from, const area& part, pixel_size to);

} // namespace thimble::screen
