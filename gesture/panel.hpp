// The surface that fingers have to stay on.
#pragma once

#include "gesture/touch_path.hpp"

namespace thimble::gesture {

/// Width and height of the upright interface, in points.
struct bounds {
    double width = 0;
    double height = 0;
};

/// Least distance to the edge of a gesture that is not meant for the edge: the outermost points
/// belong to the system's own gestures.
constexpr double edge_margin = 2;

/// The nearest place that keeps the margin; a panel without room for margins gives its middle.
point kept_inside(point where, bounds panel);

/// A path, and whether it was bent to stay on the panel.
struct shaped_path {
    touch_path path;
    bool shaped = false;

    friend bool operator==(const shaped_path&, const shaped_path&) = default;
};

} // namespace thimble::gesture
