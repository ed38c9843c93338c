// Amount and region of the difference between two pictures.
#pragma once

#include "screen/crop.hpp"
#include "screen/image.hpp"

#include <cstdint>
#include <optional>

namespace thimble::screen {

/// Of the two pictures: one that has come out of video and one that was captured show the same
/// screen with other colours, as video has a sample of colour to two by two pixels only. Its
/// brightness is the same.
enum class coded : std::uint8_t { alike, differently };

/// The share of pixels, 0..1, that a person would see to be different; 1 for pictures of different
/// sizes. Differences that compression makes do not count.
double visible_difference(const image& one, const image& other, coded how = coded::alike);

/// The smallest part of the pictures, in their pixels, that has everything in it that a person
/// would see to be different; nothing where they look the same. Lone pixels do not count: lossy
/// compression leaves them along edges, all over a picture. The whole of `other` where the sizes
/// are different.
std::optional<area> changed_area(const image& one, const image& other, coded how = coded::alike);

} // namespace thimble::screen
