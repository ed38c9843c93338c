// Pictures as files: PNG and JPEG.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"

#include <cstdint>
#include <vector>

namespace thimble::virtualphone {

/// 8-bit RGB. Throws std::runtime_error when the library cannot.
std::vector<std::uint8_t> encode_png(const pixels& picture);

/// `quality` 1..100; values outside are brought inside.
std::vector<std::uint8_t> encode_jpeg(const pixels& picture, int quality);

} // namespace thimble::virtualphone
