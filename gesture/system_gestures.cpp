#include "gesture/system_gestures.hpp"

namespace thimble::gesture {

namespace {

using std::chrono::milliseconds;

// Places as parts of the panel's width and height.
constexpr double middle = 0.5;
constexpr double right_ear = 0.95; // right of a notch, above the battery
constexpr double left_ear = 0.12;  // left of a notch, above the clock

touch_path swipe(point from, point to, milliseconds takes)
{
    return {{{{{.at = milliseconds{0}, .where = from}, {.at = takes, .where = to}}}}};
}

/// From the bottom edge, in the middle, up to a part of the height.
touch_path up_from_bottom(bounds panel, double to, milliseconds takes)
{
    const double x = panel.width * middle;
    return swipe({.x = x, .y = panel.height - edge_inset}, {.x = x, .y = panel.height * to}, takes);
}

/// From the top edge straight down to a part of the height.
touch_path down_from_top(bounds panel, double across, double to)
{
    const double x = panel.width * across;
    return swipe({.x = x, .y = edge_inset}, {.x = x, .y = panel.height * to}, edge_swipe_time);
}

} // namespace

touch_path app_switcher(bounds panel)
{
    constexpr double stop = 0.5; // higher up, some phones begin to think of going home
    touch_path path = up_from_bottom(panel, stop, edge_swipe_time);
    auto& finger = path.contacts.front().samples;
    finger.push_back({.at = edge_swipe_time + switcher_rest, .where = finger.back().where});
    return path;
}

touch_path control_center(bounds panel, bottom_edge edge)
{
    constexpr double down_to = 0.4;
    constexpr double up_to = 0.35;
    if (edge == bottom_edge::home_button)
        return up_from_bottom(panel, up_to, edge_swipe_time);
    return down_from_top(panel, right_ear, down_to);
}

touch_path notification_center(bounds panel)
{
    constexpr double down_to = 0.6; // less than half lets it spring back
    return down_from_top(panel, left_ear, down_to);
}

touch_path spotlight(bounds panel)
{
    constexpr double from = 0.45; // between the rows of icons and the page dots
    constexpr double to = 0.75;
    const double x = panel.width * middle;
    return swipe({.x = x, .y = panel.height * from}, {.x = x, .y = panel.height * to},
                 edge_swipe_time);
}

touch_path unlock_swipe(bounds panel)
{
    constexpr double up_to = 0.4;
    return up_from_bottom(panel, up_to, throw_time);
}

touch_path dismiss_swipe(bounds panel)
{
    constexpr double up_to = 0.3;
    return up_from_bottom(panel, up_to, throw_time);
}

} // namespace thimble::gesture
