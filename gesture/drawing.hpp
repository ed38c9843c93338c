// A touch path as a picture, for whoever wants to see what the fingers do.
#pragma once

#include "gesture/panel.hpp"

#include <string>

namespace thimble::gesture {

/// An SVG document in points: the panel as a frame, a line for each contact and a dot where it
/// begins.
std::string to_svg(const touch_path& path, bounds panel);

} // namespace thimble::gesture
