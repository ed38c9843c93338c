// PNG of every kind, written and read by libpng: what the codec is held against.
#pragma once

#include "screen/image.hpp"
#include "screen/picture.hpp"

#include <optional>
#include <png.h>

namespace thimble::test {

/// Settings for libpng; the pixels follow from the seed.
struct png_recipe {
    screen::pixel_size size{.width = 1, .height = 1};
    int color_type = PNG_COLOR_TYPE_RGB;
    int bit_depth = 8;
    int filters = PNG_ALL_FILTERS;
    bool interlaced = false;
    bool opaque = true;         // where there is an alpha channel
    bool one_is_clear = false;  // a colour that is transparent, without an alpha channel
    int gamma = 0;              // in 1/100000; 0 says nothing about it
    std::size_t part = 1 << 13; // bytes of compressed pixels in a chunk
    std::uint32_t seed = 1;
};

screen::bytes written_by_libpng(const png_recipe& recipe);

/// The pixels of a picture as they are, with libpng's filters and compression unless told
/// otherwise.
screen::bytes written_by_libpng(const screen::image& picture);

/// RGB on black; nothing where libpng refuses.
std::optional<screen::image> read_by_libpng(std::span<const std::byte> png);

} // namespace thimble::test
