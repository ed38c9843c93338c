#include "gesture/line.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::gesture {

namespace {

/// A movement along one axis.
struct way {
    double from = 0;
    double to = 0;
    bool bent = false; // not what was asked for
};

/// A movement of `length` (its sign is the direction) that stays on an edge of that many points.
way fit(double from, double length, double edge)
{
    const double low = std::min(edge_margin, edge / 2);
    const double high = edge - low;
    const double wanted = from + length;
    const double to = std::clamp(wanted, low, high);
    const double half = std::copysign(std::min(std::abs(length) / 2, high - low), length);
    const bool far_enough = length > 0 ? to - from >= half : to - from <= half;
    return {.from = far_enough ? from : to - half, .to = to, .bent = to != wanted};
}

} // namespace

line line_towards(point from, direction towards, double length, bounds panel)
{
    const bool horizontal = towards == direction::left || towards == direction::right;
    const bool backwards = towards == direction::left || towards == direction::up;
    const double signed_length = backwards ? -length : length;
    const way along = horizontal ? fit(from.x, signed_length, panel.width)
                                 : fit(from.y, signed_length, panel.height);
    line out{.from = from, .to = from, .shaped = along.bent};
    (horizontal ? out.from.x : out.from.y) = along.from;
    (horizontal ? out.to.x : out.to.y) = along.to;
    return out;
}

} // namespace thimble::gesture
