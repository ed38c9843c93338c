#include "virtualphone/os/text/edit_menu.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double height = 40;    // points
constexpr double bubble_gap = 8; // between the bubble and what it is about
constexpr double padding = 14;
constexpr text_style words{
    .size = 15, .ink = palette::white, .align = alignment::centre, .wraps = false};

double width_of(const menu_item& item)
{
    return text_layout(item.title, words, 0).width() + 2 * padding;
}

view show_item(const menu_item& item, const rectangle& frame, bool first)
{
    view out{.frame = frame, .type = "MenuItem", .label = item.title, .identifier = item.title};
    out.on_tap = [chosen = item.chosen](place) { chosen(); };
    out.paint = [frame, title = item.title, first](canvas& on) {
        if (!first)
            on.fill({.x = frame.x, .y = frame.y + 8, .width = 0.5, .height = frame.height - 16},
                    rgb(0x7a7a7e));
        on.text(frame, title, words);
    };
    return out;
}

} // namespace

view edit_menu(const std::vector<menu_item>& items,
               const rectangle& what,
               const screen_layout& screen)
{
    double width = 0;
    for (const auto& each : items)
        width += width_of(each);
    const double edge = screen.safe_side + bubble_gap;
    const bool above = what.y - bubble_gap - height >= screen.safe_top;
    const rectangle frame{
        .x = std::max(edge,
                      std::min(what.x + (what.width - width) / 2, screen.width - edge - width)),
        .y = above ? what.y - bubble_gap - height : what.y + what.height + bubble_gap,
        .width = width,
        .height = height};

    view out{.frame = frame, .type = "Menu", .label = "Edit menu"};
    out.opaque = true;
    out.paint = [frame](canvas& on) { on.fill_rounded(frame, 10, rgb(0x2c2c2e)); };
    rectangle box = frame;
    for (const auto& each : items) {
        box.width = width_of(each);
        out.children.push_back(show_item(each, box, out.children.empty()));
        box.x += box.width;
    }
    return out;
}

} // namespace thimble::virtualphone
