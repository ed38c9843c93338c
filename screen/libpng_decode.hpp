// PNG of every kind into pixels, by libpng.
#pragma once

#include "screen/image.hpp"

#include <cstddef>
#include <expected>
#include <span>
#include <string>

namespace thimble::screen {

/// `size` is what the PNG's header says. Transparent pixels are shown on black.
std::expected<image, std::string> decode_with_libpng(std::span<const std::byte> png,
                                                     pixel_size size);

} // namespace thimble::screen
