#include "device/hid/placement.hpp"

#include "gesture/system_gestures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace thimble::device::hid {

namespace {

constexpr int last_unit = std::numeric_limits<std::uint16_t>::max();

/// A panel whose pixels are the units.
constexpr screen::pixel_size units{.width = last_unit, .height = last_unit};

std::uint16_t whole_unit(double at)
{
    return static_cast<std::uint16_t>(std::lround(std::clamp<double>(at, 0, last_unit)));
}

double at_the_edge(double at, double edge)
{
    if (at <= gesture::edge_inset)
        return 0;
    return at >= edge - gesture::edge_inset ? edge : at;
}

void begin_at_the_edge(gesture::contact& finger, screen::point_size interface)
{
    const auto from = finger.samples.front().where;
    const auto stays = [from](const gesture::sample& each) { return each.where == from; };
    const auto moves = std::ranges::find_if_not(finger.samples, stays);
    if (moves == finger.samples.end())
        return;
    for (auto each = finger.samples.begin(); each != moves; ++each)
        each->where = {.x = at_the_edge(from.x, interface.width),
                       .y = at_the_edge(from.y, interface.height)};
}

} // namespace

placement::placement(const screen::interface& shown) : map_(units, shown, units) {}

panel_place placement::of(gesture::point where) const
{
    const auto on_panel = map_.to_panel({.x = where.x, .y = where.y});
    return {.x = whole_unit(on_panel.x), .y = whole_unit(on_panel.y)};
}

gesture::touch_path begun_at_the_edge(gesture::touch_path path, screen::point_size interface)
{
    for (auto& finger : path.contacts)
        begin_at_the_edge(finger, interface);
    return path;
}

} // namespace thimble::device::hid
