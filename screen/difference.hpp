// Amount and region of the difference between two pictures.
#pragma once

#include "screen/crop.hpp"
#include "screen/image.hpp"

#include <optional>

namespace thimble::screen {

/// The share of pixels, 0..1, that a person would see to be different; 1 for pictures of different
/// sizes. Differences that compression makes do not count.
double visible_difference(const image& one, const image& other);

/// The smallest part of the pictures, in their pixels, that has everything in it that a person
/// would see to be different; nothing where they look the same. Lone pixels do not count: lossy
/// compression leaves them along edges, all over a picture. The whole of `other` where the sizes
/// are different.
std::optional<area> changed_area(const image& one, const image& other);

} // namespace thimble::screen
