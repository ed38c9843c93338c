#include "virtualphone/os/apps/map_camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thimble::virtualphone {
namespace {

place rotated(place what, double radians)
{
    const double cosine = std::cos(radians);
    const double sine = std::sin(radians);
    return {.x = what.x * cosine - what.y * sine, .y = what.x * sine + what.y * cosine};
}

} // namespace

place map_camera::to_screen(place on_map) const
{
    const auto away = rotated({.x = on_map.x - centre.x, .y = on_map.y - centre.y}, radians);
    return {.x = middle.x + away.x * zoom, .y = middle.y + away.y * zoom};
}

place map_camera::to_map(place on_screen) const
{
    const auto away = rotated(
        {.x = (on_screen.x - middle.x) / zoom, .y = (on_screen.y - middle.y) / zoom}, -radians);
    return {.x = centre.x + away.x, .y = centre.y + away.y};
}

void map_camera::move_by(place distance)
{
    keep(centre, {.x = middle.x + distance.x, .y = middle.y + distance.y});
}

void map_camera::scale_by(double factor, place about)
{
    const auto fixed = to_map(about);
    zoom = std::clamp(zoom * factor, farthest, nearest);
    keep(fixed, about);
}

void map_camera::turn_by(double angle, place about)
{
    const auto fixed = to_map(about);
    radians = std::remainder(radians + angle, 2 * std::numbers::pi);
    keep(fixed, about);
}

void map_camera::keep(place on_map, place on_screen)
{
    const auto there = to_map(on_screen);
    centre.x = std::clamp(centre.x + on_map.x - there.x, -edge, edge);
    centre.y = std::clamp(centre.y + on_map.y - there.y, -edge, edge);
}

} // namespace thimble::virtualphone
