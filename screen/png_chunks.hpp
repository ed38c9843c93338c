// The chunks of a PNG: found within limits, in an order that makes sense.
#pragma once

#include "screen/orientation.hpp"

#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

namespace thimble::screen {

/// One chunk, in bytes that belong to the PNG.
struct png_chunk {
    std::span<const std::byte> covered; // its name and what it holds: what the checksum is over
    std::uint32_t checksum = 0;

    std::span<const std::byte> content() const { return covered.subspan(4); }
};

/// Chunks of a PNG before its pixels are looked at.
struct png_chunks {
    pixel_size size;
    std::uint8_t bit_depth = 0;
    std::uint8_t color_type = 0; // as PNG numbers them: 2 is RGB, 6 is RGB with alpha
    bool interlaced = false;
    bool adjusted = false; // a chunk says how colours are to be shown, or which are clear
    std::vector<png_chunk> essential; // header, palette, pixels and end: a reader must know them
    std::vector<std::span<const std::byte>> pixels; // compressed; one stream in all
};

/// Looks at every chunk, but at no checksum. An error where a chunk is cut off, unknown and not to
/// be skipped, out of order or missing, where bytes follow the last, and where the pixels are too
/// few for the size, however well they were compressed.
std::expected<png_chunks, std::string> read_chunks(std::span<const std::byte> png);

} // namespace thimble::screen
