#include "virtualphone/os/toolkit/view.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace thimble::virtualphone {
namespace {

rectangle intersection(const rectangle& one, const rectangle& other)
{
    const double left = std::max(one.x, other.x);
    const double top = std::max(one.y, other.y);
    const double right = std::min(one.x + one.width, other.x + other.width);
    const double bottom = std::min(one.y + one.height, other.y + other.height);
    return {.x = left,
            .y = top,
            .width = std::max(right - left, 0.0),
            .height = std::max(bottom - top, 0.0)};
}

bool reacts(const view& what)
{
    return what.opaque || what.on_tap || what.on_double_tap || what.on_triple_tap ||
           what.on_long_press || what.touches != nullptr || what.scrolls != nullptr ||
           what.moves != nullptr || what.drags != nullptr;
}

bool find_hit(const view& what, place where, std::vector<const view*>& path)
{
    if (what.clips && !contains(what.frame, where))
        return false;
    path.push_back(&what);
    for (const auto& child : std::views::reverse(what.children))
        if (find_hit(child, where, path))
            return true;
    if (contains(what.frame, where) && reacts(what))
        return true;
    path.pop_back();
    return false;
}

std::function<void(place)> moved_handler(std::function<void(place)> told, place distance)
{
    if (!told)
        return told;
    return [told = std::move(told), distance](place where) {
        told({.x = where.x - distance.x, .y = where.y - distance.y});
    };
}

std::vector<element> visible_elements(const view& what, const rectangle& window)
{
    const auto seen = what.clips ? intersection(window, what.frame) : window;
    std::vector<element> inside;
    for (const auto& child : what.children)
        std::ranges::move(visible_elements(child, seen), std::back_inserter(inside));
    if (what.type.empty())
        return inside;
    element out{.type = what.type,
                .label = what.label,
                .identifier = what.identifier,
                .value = what.value,
                .placeholder = what.placeholder,
                .frame = what.frame,
                .enabled = what.enabled,
                .visible = overlap(what.frame, seen),
                .selected = what.selected,
                .children = std::move(inside)};
    std::vector<element> one;
    one.push_back(std::move(out));
    return one;
}

} // namespace

bool contains(const rectangle& area, place where)
{
    return where.x >= area.x && where.x < area.x + area.width && where.y >= area.y &&
           where.y < area.y + area.height;
}

bool overlap(const rectangle& one, const rectangle& other)
{
    const auto shared = intersection(one, other);
    return shared.width > 0 && shared.height > 0;
}

place centre_of(const rectangle& area)
{
    return {.x = area.x + area.width / 2, .y = area.y + area.height / 2};
}

rectangle inset(const rectangle& area, double amount)
{
    return {.x = area.x + amount,
            .y = area.y + amount,
            .width = area.width - 2 * amount,
            .height = area.height - 2 * amount};
}

view moved(view what, place distance)
{
    what.frame.x += distance.x;
    what.frame.y += distance.y;
    what.corner.x += distance.x;
    what.corner.y += distance.y;
    if (what.paint)
        what.paint = [draw = std::move(what.paint), distance](canvas& on) {
            const canvas::shift there(on, distance);
            draw(on);
        };
    for (auto* handler :
         {&what.on_tap, &what.on_double_tap, &what.on_triple_tap, &what.on_long_press})
        *handler = moved_handler(std::move(*handler), distance);
    for (auto& child : what.children)
        child = moved(std::move(child), distance);
    return what;
}

void paint(const view& what, canvas& on)
{
    if (what.paint)
        what.paint(on);
    std::optional<canvas::clip> clip;
    if (what.clips)
        clip.emplace(on, what.frame);
    for (const auto& child : what.children)
        if (!what.clips || overlap(child.frame, what.frame))
            paint(child, on);
}

std::vector<const view*> hit(const view& page, place where)
{
    std::vector<const view*> path;
    find_hit(page, where, path);
    return path;
}

std::vector<element> elements_of(const view& what)
{
    return visible_elements(what, what.frame);
}

} // namespace thimble::virtualphone
