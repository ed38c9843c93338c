#include "gesture/pinch.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thimble::gesture {

namespace {

using std::chrono::milliseconds;

/// Where two fingers stand about their middle.
struct stance {
    point middle;
    double reach = 0;    // from the middle to each finger
    point towards{1, 0}; // from the middle to the second finger, one point long
};

/// As far from the middle as its edges allow.
double room(double middle, double edge)
{
    return std::min(middle, edge - middle) - edge_margin;
}

/// The most that any middle on this edge has.
double most_room(double edge)
{
    return std::max(room(edge / 2, edge), 0.0);
}

/// The middle moved in until it has `reach` on both sides.
double moved_in(double middle, double reach, double edge)
{
    const double low = std::min(reach + edge_margin, edge / 2);
    return std::clamp(middle, low, edge - low);
}

/// Fingers on a line with room for `reach`: upright or across, whichever has more.
stance on_a_line(point middle, double reach, bounds panel)
{
    const bool across = room(middle.x, panel.width) > room(middle.y, panel.height);
    const double edge = across ? panel.width : panel.height;
    stance out{.middle = kept_inside(middle, panel),
               .reach = std::min(reach, most_room(edge)),
               .towards = across ? point{1, 0} : point{0, 1}};
    (across ? out.middle.x : out.middle.y) =
        moved_in(across ? middle.x : middle.y, out.reach, edge);
    return out;
}

/// Fingers that can go around the middle.
stance on_a_circle(point middle, double reach, bounds panel)
{
    const double least = std::min(most_room(panel.width), most_room(panel.height));
    stance out{.middle = middle, .reach = std::min(reach, least)};
    out.middle.x = moved_in(middle.x, out.reach, panel.width);
    out.middle.y = moved_in(middle.y, out.reach, panel.height);
    return out;
}

/// The second finger, or with a negative reach the first one, on the other side of the middle.
point finger_at(point middle, point towards, double reach)
{
    return {.x = middle.x + (reach * towards.x), .y = middle.y + (reach * towards.y)};
}

contact straight(const stance& how, double from, double to, milliseconds takes)
{
    const point end = finger_at(how.middle, how.towards, to);
    return {{{.at = milliseconds{0}, .where = finger_at(how.middle, how.towards, from)},
             {.at = takes, .where = end},
             {.at = takes + rest_before_lift, .where = end}}};
}

/// From one side of "straight to the right" to the other: half of the turn before it, half after.
contact arc(point middle, double reach, double turn, milliseconds takes)
{
    const auto place = [&](double part) {
        const double angle = turn * (part - 0.5);
        return finger_at(middle, {.x = std::cos(angle), .y = std::sin(angle)}, reach);
    };
    contact finger;
    for (milliseconds at{0}; at < takes; at += arc_step) {
        const double part = static_cast<double>(at.count()) / static_cast<double>(takes.count());
        finger.samples.push_back({.at = at, .where = place(part)});
    }
    finger.samples.push_back({.at = takes, .where = place(1)});
    finger.samples.push_back({.at = takes + rest_before_lift, .where = place(1)});
    return finger;
}

shaped_path spread(point middle, bool apart, milliseconds takes, bounds panel)
{
    const stance how = on_a_line(middle, far_reach, panel);
    const double near = how.reach * near_reach / far_reach;
    const double from = apart ? near : how.reach;
    const double to = apart ? how.reach : near;
    return {.path = {{straight(how, -from, -to, takes), straight(how, from, to, takes)}},
            .shaped = how.middle != middle || how.reach < far_reach};
}

shaped_path turn(point middle, double degrees, milliseconds takes, bounds panel)
{
    const stance how = on_a_circle(middle, turn_reach, panel);
    const double angle = degrees * std::numbers::pi / 180;
    return {.path = {{arc(how.middle, -how.reach, angle, takes),
                      arc(how.middle, how.reach, angle, takes)}},
            .shaped = how.middle != middle || how.reach < turn_reach};
}

} // namespace

shaped_path pinch(point middle, pinch_kind kind, milliseconds takes, bounds panel)
{
    switch (kind) {
    case pinch_kind::in:
        return spread(middle, false, takes, panel);
    case pinch_kind::out:
        return spread(middle, true, takes, panel);
    case pinch_kind::clockwise:
        return turn(middle, turn_degrees, takes, panel);
    case pinch_kind::counter_clockwise:
        break;
    }
    return turn(middle, -turn_degrees, takes, panel);
}

} // namespace thimble::gesture
