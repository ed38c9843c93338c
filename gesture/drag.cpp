#include "gesture/drag.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::gesture {

namespace {

using std::chrono::milliseconds;

double points_a_second(pace how_fast)
{
    switch (how_fast) {
    case pace::slow:
        return slow_pace;
    case pace::medium:
        return medium_pace;
    case pace::fast:
        break;
    }
    return fast_pace;
}

} // namespace

milliseconds drag_time(point from, point to, pace how_fast)
{
    const double points = std::hypot(to.x - from.x, to.y - from.y);
    const std::chrono::duration<double> exact(points / points_a_second(how_fast));
    return std::max(std::chrono::round<milliseconds>(exact), shortest_drag);
}

touch_path drag(point from, point to, pace how_fast)
{
    return hold_and_drag(from, to, milliseconds{0}, how_fast);
}

touch_path hold_and_drag(point from, point to, milliseconds hold, pace how_fast)
{
    const milliseconds arrival = hold + drag_time(from, to, how_fast);
    contact finger{{{.at = milliseconds{0}, .where = from}}};
    if (hold > milliseconds{0})
        finger.samples.push_back({.at = hold, .where = from});
    finger.samples.push_back({.at = arrival, .where = to});
    finger.samples.push_back({.at = arrival + rest_before_lift, .where = to});
    return {{finger}};
}

} // namespace thimble::gesture
