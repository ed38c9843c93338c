#include "device/png_header.hpp"

#include <algorithm>
#include <array>

namespace thimble::device {
namespace {

constexpr std::uint32_t largest_picture_side = 16'384; // pixels
constexpr std::array<unsigned char, 16> signature = {
    0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', // the file's
    0,    0,   0,   13,  'I',  'H',  'D',  'R',  // the first chunk's length and name
};

std::uint32_t big_endian(std::span<const std::byte, 4> bytes)
{
    std::uint32_t value = 0;
    for (const auto each : bytes)
        value = (value << 8U) | std::to_integer<std::uint32_t>(each);
    return value;
}

} // namespace

std::optional<screen::pixel_size> png_size(std::span<const std::byte> data)
{
    const auto same = [](std::byte a, unsigned char b) {
        return std::to_integer<unsigned char>(a) == b;
    };
    if (data.size() < signature.size() + 8 ||
        !std::ranges::equal(data.first(signature.size()), signature, same))
        return std::nullopt;
    const auto width = big_endian(data.subspan<16, 4>());
    const auto height = big_endian(data.subspan<20, 4>());
    if (width == 0 || height == 0 || width > largest_picture_side || height > largest_picture_side)
        return std::nullopt;
    return screen::pixel_size{.width = static_cast<int>(width), .height = static_cast<int>(height)};
}

} // namespace thimble::device
