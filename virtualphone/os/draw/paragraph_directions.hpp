// Choice of the paragraphs of a text that Pango may set in one piece.
#pragma once

#include <cstddef>
#include <string_view>

namespace thimble::virtualphone {

/// The bytes from the beginning of `text` on, up to a line break that is not one of them, that
/// Pango sets in the same directions as iOS; all of them where that is so. A paragraph without a
/// letter that has a direction is written from left to right (rules P2 and P3 of Unicode's
/// bidirectional algorithm), but Pango gives it the direction of the paragraph before, or of the
/// first one that has a direction.
std::size_t same_directions(std::string_view text);

} // namespace thimble::virtualphone
