// A part of a PNG picture.
#pragma once

#include <cstdint>
#include <vector>

namespace thimble::virtualphone::wda {

struct pixel_area {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

/// As PNG; what lies outside of the picture is left out. Empty where nothing is left, or the file
/// is no PNG.
std::vector<std::uint8_t> cropped_png(const std::vector<std::uint8_t>& file, pixel_area area);

} // namespace thimble::virtualphone::wda
