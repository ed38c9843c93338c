#include "gesture/panel.hpp"

#include <algorithm>

namespace thimble::gesture {

namespace {

double kept_inside(double where, double edge)
{
    const double margin = std::min(edge_margin, edge / 2);
    return std::clamp(where, margin, edge - margin);
}

} // namespace

point kept_inside(point where, bounds panel)
{
    return {.x = kept_inside(where.x, panel.width), .y = kept_inside(where.y, panel.height)};
}

} // namespace thimble::gesture
