// How much two pictures differ.
#pragma once

#include "screen/image.hpp"

namespace thimble::screen {

/// The share of pixels, 0..1, that a person would see to be different; 1 for pictures of different
/// sizes. Differences that compression makes do not count.
double visible_difference(const image& one, const image& other);

} // namespace thimble::screen
