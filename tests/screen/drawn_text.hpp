// Pictures of a phone's panel with text on them.
#pragma once

#include "screen/image.hpp"
#include "screen/picture.hpp"

#include <optional>
#include <string>
#include <vector>

namespace thimble::test {

/// Red, green and blue as 0xRRGGBB.
using rgb = std::uint32_t;

/// Where its first letter stands on its line, and how large it is, in pixels of the panel.
struct drawn_text {
    std::string text;
    double x = 0;
    double y = 0;
    double size = 51;
    rgb ink = 0x000000;
    std::optional<rgb> label{}; // behind it alone, two and a half times as high
};

/// Ground that the text stands on: one colour, or one that turns into another from top to bottom.
struct backdrop {
    backdrop(rgb everywhere) : top(everywhere), bottom(everywhere) {} // NOLINT(*-explicit-*)
    backdrop(rgb above, rgb below) : top(above), bottom(below) {}

    rgb top;
    rgb bottom;
};

constexpr screen::pixel_size panel_of_a_phone{.width = 1179, .height = 2556};

screen::image pixels_with(const std::vector<drawn_text>& texts,
                          const backdrop& background = 0xffffff,
                          screen::pixel_size panel = panel_of_a_phone);

/// The same as PNG.
screen::picture panel_with(const std::vector<drawn_text>& texts,
                           const backdrop& background = 0xffffff,
                           screen::pixel_size panel = panel_of_a_phone);

} // namespace thimble::test
