// One door to every format that a picture can leave in.
#pragma once

#include "screen/image.hpp"
#include "screen/picture.hpp"

namespace thimble::screen {

/// `quality` 1..100 matters for jpeg and webp only. Throws std::bad_alloc when memory runs out.
picture encode(const image& from, picture_format format, int quality);

} // namespace thimble::screen
