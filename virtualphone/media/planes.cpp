#include "virtualphone/media/planes.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

namespace thimble::virtualphone::media {
namespace {

constexpr std::size_t pixel_size = 4; // blue, green, red, unused
constexpr std::string_view frame_line = "FRAME\n";

std::uint32_t padded(int pixels)
{
    constexpr int block = 16;
    return static_cast<std::uint32_t>((pixels + block - 1) / block * block);
}

/// Pixels of the upright picture by their place on the panel.
class panel_view {
public:
    panel_view(const raw_picture& upright, turned interface)
    {
        const auto row = static_cast<std::ptrdiff_t>(pixel_size) * upright.width;
        const std::ptrdiff_t one = pixel_size;
        const std::ptrdiff_t last_column = one * (upright.width - 1);
        const std::ptrdiff_t last_row = row * (upright.height - 1);
        begin_ = upright.pixels.data();
        width_ = upright.width;
        height_ = upright.height;
        switch (interface) {
        case turned::portrait:
            across_ = one;
            down_ = row;
            return;
        case turned::upside_down:
            begin_ += last_row + last_column;
            across_ = -one;
            down_ = -row;
            return;
        case turned::landscape_left: // the panel's top is the picture's left
            begin_ += last_row;
            across_ = -row;
            down_ = one;
            break;
        case turned::landscape_right:
            begin_ += last_column;
            across_ = row;
            down_ = -one;
            break;
        }
        std::swap(width_, height_);
    }

    std::ptrdiff_t width() const noexcept { return width_; }

    /// From a pixel to the next one on its right.
    std::ptrdiff_t step() const noexcept { return across_; }

    /// Beyond the panel: the pixel next to it.
    const std::uint8_t* at(std::ptrdiff_t x, std::ptrdiff_t y) const
    {
        const auto column = std::min(x, width_ - 1);
        const auto line = std::min(y, height_ - 1);
        return begin_ + column * across_ + line * down_;
    }

private:
    const std::uint8_t* begin_ = nullptr;
    std::ptrdiff_t across_ = 0;
    std::ptrdiff_t down_ = 0;
    std::ptrdiff_t width_ = 0;
    std::ptrdiff_t height_ = 0;
};

// BT.709 in 16 bits behind the point, with its rounding.
std::uint8_t luma(int blue, int green, int red)
{
    constexpr int offset = 16 * 65536 + 32768;
    return static_cast<std::uint8_t>((11966 * red + 40254 * green + 4064 * blue + offset) >> 16);
}

std::uint8_t blue_difference(int blue, int green, int red)
{
    constexpr int offset = 128 * 65536 + 32768;
    return static_cast<std::uint8_t>((28784 * blue - 22188 * green - 6596 * red + offset) >> 16);
}

std::uint8_t red_difference(int blue, int green, int red)
{
    constexpr int offset = 128 * 65536 + 32768;
    return static_cast<std::uint8_t>((28784 * red - 26145 * green - 2639 * blue + offset) >> 16);
}

std::uint8_t* write_luma(std::uint8_t* to, const panel_view& from, picture_size size)
{
    const auto width = static_cast<std::ptrdiff_t>(size.width);
    for (std::uint32_t y = 0; y < size.height; ++y) {
        const std::uint8_t* pixel = from.at(0, y);
        const auto seen = std::min(width, from.width());
        for (std::ptrdiff_t x = 0; x < seen; ++x, pixel += from.step())
            *to++ = luma(pixel[0], pixel[1], pixel[2]);
        to = std::fill_n(to, width - seen, to[-1]);
    }
    return to;
}

using colour_part = std::uint8_t (*)(int blue, int green, int red);

/// Of the mean of four pixels.
std::uint8_t part_of(colour_part part, std::array<const std::uint8_t*, 4> pixels)
{
    std::array<int, 3> sum{2, 2, 2};
    for (const std::uint8_t* const each : pixels)
        for (std::size_t colour = 0; colour < sum.size(); ++colour)
            sum[colour] += each[colour];
    return part(sum[0] / 4, sum[1] / 4, sum[2] / 4);
}

std::uint8_t*
write_chroma(std::uint8_t* to, const panel_view& from, picture_size size, colour_part part)
{
    for (std::uint32_t y = 0; y < size.height; y += 2)
        for (std::uint32_t x = 0; x < size.width; x += 2)
            *to++ = part_of(
                part, {from.at(x, y), from.at(x + 1, y), from.at(x, y + 1), from.at(x + 1, y + 1)});
    return to;
}

} // namespace

picture_size told_size(const model& hardware)
{
    return {padded(hardware.width_px), padded(hardware.height_px)};
}

/// The rule fits every size that has been seen: 1125 x 2436 pixels make 1136 x 2464, 1179 x 2556
/// make 1184 x 2576, and 1320 x 2868 make 1328 x 2896.
picture_size coded_size(const model& hardware)
{
    constexpr std::uint32_t more_below = 16;
    auto size = told_size(hardware);
    size.height += more_below;
    return size;
}

bytes frame_of(const raw_picture& upright, turned interface, picture_size size)
{
    const panel_view panel(upright, interface);
    const std::size_t pixels = std::size_t{size.width} * size.height;
    bytes result(frame_line.size() + pixels + pixels / 2);
    std::uint8_t* to = std::ranges::copy(frame_line, result.data()).out;
    to = write_luma(to, panel, size);
    to = write_chroma(to, panel, size, blue_difference);
    write_chroma(to, panel, size, red_difference);
    return result;
}

bytes stream_header(picture_size size)
{
    const std::string line =
        fmt::format("YUV4MPEG2 W{} H{} F60:1 Ip A1:1 C420jpeg\n", size.width, size.height);
    return {line.begin(), line.end()};
}

} // namespace thimble::virtualphone::media
