#include "screen/geometry.hpp"

#include <opencv2/core.hpp>

#include <algorithm>
#include <cmath>

namespace thimble::screen {

namespace {

/// Takes a place in homogeneous coordinates (x, y, 1) to another space.
using transform = cv::Matx33d;

place apply(const transform& to, place from)
{
    const cv::Vec3d moved = to * cv::Vec3d(from.x, from.y, 1);
    return {.x = moved[0], .y = moved[1]};
}

transform stretch(double x, double y)
{
    return {x, 0, 0, 0, y, 0, 0, 0, 1};
}

/// From the upright unit square (0..1 both ways) to the unit square of the panel in portrait.
/// Left = the device turned counter-clockwise: its top edge is then at the person's left hand, so
/// the interface's top left corner lies in the panel's top right one.
transform upright_to_panel(orientation turned)
{
    switch (turned) {
    case orientation::landscape_left:
        return {0, -1, 1, 1, 0, 0, 0, 0, 1};
    case orientation::landscape_right:
        return {0, 1, 0, -1, 0, 1, 0, 0, 1};
    case orientation::upside_down:
        return {-1, 0, 1, 0, -1, 1, 0, 0, 1};
    case orientation::portrait:
        break;
    }
    return transform::eye();
}

transform interface_to_panel(pixel_size panel, const interface& shown)
{
    return stretch(panel.width, panel.height) * upright_to_panel(shown.turned) *
           stretch(1 / shown.size.width, 1 / shown.size.height);
}

int whole_pixel(double at, int edge)
{
    return std::clamp(static_cast<int>(std::floor(std::clamp(at, 0.0, static_cast<double>(edge)))),
                      0, edge - 1);
}

} // namespace

geometry::geometry(pixel_size panel, const interface& shown, pixel_size screenshot)
    : panel_(panel), shown_(shown), screenshot_(screenshot)
{
}

place geometry::to_interface(pixel on_screenshot) const
{
    return {.x = (on_screenshot.x + 0.5) * shown_.size.width / screenshot_.width,
            .y = (on_screenshot.y + 0.5) * shown_.size.height / screenshot_.height};
}

pixel geometry::to_screenshot(place on_interface) const
{
    const place scaled{.x = on_interface.x * screenshot_.width / shown_.size.width,
                       .y = on_interface.y * screenshot_.height / shown_.size.height};
    return {.x = whole_pixel(scaled.x, screenshot_.width),
            .y = whole_pixel(scaled.y, screenshot_.height)};
}

place geometry::to_panel(place on_interface) const
{
    return apply(interface_to_panel(panel_, shown_), on_interface);
}

place geometry::from_panel(place on_panel) const
{
    return apply(interface_to_panel(panel_, shown_).inv(), on_panel);
}

} // namespace thimble::screen
