// Colours, and the ones that the virtual phone's interface is made of.
#pragma once

#include <cstdint>

namespace thimble::virtualphone {

struct color {
    double red = 0; // all four 0..1
    double green = 0;
    double blue = 0;
    double alpha = 1;
};

/// `hex` is 0xRRGGBB.
constexpr color rgb(std::uint32_t hex, double alpha = 1)
{
    return {.red = ((hex >> 16U) & 0xffU) / 255.0,
            .green = ((hex >> 8U) & 0xffU) / 255.0,
            .blue = (hex & 0xffU) / 255.0,
            .alpha = alpha};
}

namespace palette {
inline constexpr color black = rgb(0x000000);
inline constexpr color white = rgb(0xffffff);
inline constexpr color page = rgb(0xf2f2f7); // behind grouped lists
inline constexpr color separator = rgb(0xc6c6c8);
inline constexpr color grey_text = rgb(0x8a8a8e);
inline constexpr color blue = rgb(0x007aff);
inline constexpr color green = rgb(0x34c759);
inline constexpr color orange = rgb(0xff9500);
inline constexpr color red = rgb(0xff3b30);
inline constexpr color yellow = rgb(0xffcc00);
} // namespace palette

} // namespace thimble::virtualphone
