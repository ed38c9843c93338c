// A PNG taken apart and put together again.
#pragma once

#include "screen/picture.hpp"

#include <span>
#include <string>
#include <vector>

namespace thimble::test {

/// Without its length and its checksum.
struct chunk {
    std::string name;
    screen::bytes content;
};

/// As many as are whole.
std::vector<chunk> chunks_of(std::span<const std::byte> png);

/// With lengths and checksums that are right.
screen::bytes png_of(std::span<const chunk> chunks);

screen::bytes zlib_stream(std::span<const std::uint8_t> raw);

/// Content of IHDR.
screen::bytes png_header(screen::pixel_size size, std::uint8_t bit_depth, std::uint8_t color_type);

} // namespace thimble::test
