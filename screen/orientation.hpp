// Orientation of the interface on the panel, and sizes in pixels and points.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace thimble::screen {

/// The interface's orientation. Left = the device turned counter-clockwise from portrait.
enum class orientation : std::uint8_t { portrait, landscape_left, landscape_right, upside_down };

/// "portrait", "landscape_left", "landscape_right", "upside_down".
std::string_view to_string(orientation value);

/// The four names, and the short forms "left" and "right".
std::optional<orientation> parse_orientation(std::string_view text);

constexpr bool is_landscape(orientation value)
{
    return value == orientation::landscape_left || value == orientation::landscape_right;
}

/// Width and height in whole pixels.
struct pixel_size {
    int width = 0;
    int height = 0;

    friend bool operator==(const pixel_size&, const pixel_size&) = default;
};

/// Width and height in points (doubles: an enlarged display has fractional ones).
struct point_size {
    double width = 0;
    double height = 0;

    friend bool operator==(const point_size&, const point_size&) = default;
};

/// The upright interface as an app sees it now: width and height are swapped in landscape.
struct interface {
    point_size size;
    orientation turned = orientation::portrait;

    friend bool operator==(const interface&, const interface&) = default;
};

} // namespace thimble::screen
