// From a picture as the phone gives it to one as somebody wants to see it.
#pragma once

#include "screen/crop.hpp"
#include "screen/image.hpp"
#include "screen/picture.hpp"
#include "screen/scale.hpp"

#include <expected>
#include <optional>
#include <string>

namespace thimble::screen {

/// Crop, turn, size and encoding of a picture.
struct view {
    picture_format format = picture_format::png;
    int quality = 80; // 1..100, for jpeg and webp
    int max_edge = screenshot_edge;
    std::optional<area> part = {}; // in pixels of the screenshot; within it, and not empty
};

/// `from`, a PNG, a JPEG or a picture of video, as asked for; what is wrong with it otherwise.
/// Always upright. The whole has a longest edge of `max_edge`; a part is shown as large as it is on
/// the panel, unless that is larger than `max_edge`. `from` itself when nothing needs doing; its
/// pixels are looked at all the same. Truncated, broken and giant pictures are errors. Throws
/// std::bad_alloc when memory runs out.
std::expected<picture, std::string> converted(const picture& from, const view& as);

/// A small upright copy for comparing, whose longest edge is `edge`. Throws std::bad_alloc when
/// memory runs out.
std::expected<image, std::string> reduced(const picture& from, int edge);

} // namespace thimble::screen
