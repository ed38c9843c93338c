#include "gesture/flick.hpp"

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

shaped_path flick(point from, direction towards, bounds panel)
{
    const bool horizontal = towards == direction::left || towards == direction::right;
    const bool backwards = towards == direction::left || towards == direction::up;
    const double length = backwards ? -flick_length : flick_length;

    point begin = from;
    point end = from;
    const way along =
        horizontal ? fit(from.x, length, panel.width) : fit(from.y, length, panel.height);
    (horizontal ? begin.x : begin.y) = along.from;
    (horizontal ? end.x : end.y) = along.to;

    const contact finger{
        {{.at = std::chrono::milliseconds{0}, .where = begin}, {.at = flick_time, .where = end}}};
    return {.path = {{finger}}, .shaped = along.bent};
}

} // namespace thimble::gesture
