// PNG in and out, with limits on what comes in.
#pragma once

#include "screen/image.hpp"
#include "screen/picture.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace thimble::screen {

/// No panel comes near this; a picture that claims more is refused before anything is allocated.
constexpr int largest_edge = 8192;

/// The size that a PNG claims in its header; an error says what is wrong with it.
std::expected<pixel_size, std::string> png_size(std::span<const std::byte> png);

/// Transparent pixels are shown on black. Truncated, broken and giant pictures are errors.
std::expected<image, std::string> decode_png(std::span<const std::byte> png);

/// Lossless and quick rather than small. Throws std::bad_alloc when memory runs out.
bytes encode_png(const image& from);

/// Which libraries do the work, as they are called: "libdeflate and ISA-L" or "libpng".
std::string_view png_codec();

} // namespace thimble::screen
