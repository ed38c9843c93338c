// Small HEVC streams for tests, as an encoder has written them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace thimble::tests {

using nal_unit = std::vector<std::byte>;

/// The units of one picture, with the parameters that come before it.
using coded_picture = std::vector<nal_unit>;

/// 24 pictures of 130 by 98 pixels in 136 by 104, of which the first is the only key: quarters of
/// quarter_colours (top left, top right, bottom left, bottom right), and a white square of 16
/// pixels whose left edge is at square_left(), its top at 40.
std::vector<coded_picture> bars_709_full();
std::vector<coded_picture> bars_601_limited();

inline constexpr std::array<std::array<int, 3>, 4> quarter_colours{
    {{200, 40, 40}, {40, 180, 60}, {50, 70, 210}, {120, 120, 120}}};

constexpr int square_left(int picture)
{
    return 10 + ((picture * 4) % 90);
}

/// Of a file of units with start codes.
std::vector<nal_unit> units_of(const std::filesystem::path& file);
std::vector<coded_picture> pictures_of(std::vector<nal_unit> units);

unsigned type_of(const nal_unit& unit);

/// Each unit behind its length in four bytes, as MP4 and our own pictures have them.
std::vector<std::byte> with_lengths(std::span<const nal_unit> units);

} // namespace thimble::tests
