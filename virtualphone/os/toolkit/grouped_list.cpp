#include "virtualphone/os/toolkit/grouped_list.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double row_height = 44;
constexpr double title_height = 52;
constexpr double heading_height = 30;
constexpr double group_gap = 24;
constexpr double group_radius = 10;
constexpr double group_margin = 16; // beside the groups, and inside a row

double height_of(const list_group& group)
{
    return (group.heading.empty() ? 0 : heading_height) +
           row_height * static_cast<double>(group.rows.size()) + group_gap;
}

double height_of(const std::string& title, const std::vector<list_group>& groups)
{
    double height = title.empty() ? group_margin / 2 : title_height;
    for (const auto& each : groups)
        height += height_of(each);
    return height;
}

void draw_switch(canvas& on, const rectangle& frame, bool state)
{
    on.fill_rounded(frame, frame.height / 2, state ? palette::green : rgb(0xe4e4e6));
    const double radius = frame.height / 2 - 2;
    const double x = state ? frame.x + frame.width - radius - 2 : frame.x + radius + 2;
    on.fill_circle({.x = x, .y = frame.y + frame.height / 2}, radius, palette::white);
}

void draw_chevron(canvas& on, place tip)
{
    on.stroke_line(std::array{place{.x = tip.x - 6, .y = tip.y - 6}, tip,
                              place{.x = tip.x - 6, .y = tip.y + 6}},
                   2, rgb(0xc4c4c7));
}

void draw_badge(canvas& on, const rectangle& frame, const std::string& title, color ink)
{
    on.fill_rounded(frame, 6.5, ink);
    on.text(frame, title.substr(0, 1),
            {.size = 17,
             .weight = font_weight::semibold,
             .ink = palette::white,
             .align = alignment::centre});
}

/// The words of a row, and what is drawn around them.
void draw_row(canvas& on, const rectangle& frame, const list_row& row, bool last)
{
    double left = frame.x + group_margin;
    double right = frame.x + frame.width - group_margin;
    if (row.badge) {
        draw_badge(on, {.x = left, .y = frame.y + 7.5, .width = 29, .height = 29}, row.title,
                   *row.badge);
        left += 29 + group_margin;
    }
    if (row.leads_on) {
        draw_chevron(on, {.x = right, .y = frame.y + frame.height / 2});
        right -= 16;
    }
    if (row.on)
        draw_switch(on, {.x = right - 51, .y = frame.y + 6.5, .width = 51, .height = 31}, *row.on);
    const rectangle words{.x = left, .y = frame.y, .width = right - left, .height = frame.height};
    on.text(words, row.title, {.size = 17});
    if (!row.value.empty())
        on.text(words, row.value,
                {.size = 17, .ink = palette::grey_text, .align = alignment::right});
    if (!last)
        on.fill({.x = left,
                 .y = frame.y + frame.height - 0.5,
                 .width = frame.x + frame.width - left,
                 .height = 0.5},
                palette::separator);
}

view show_row(const rectangle& frame, const list_row& row, bool last)
{
    view out{.frame = frame, .type = row.on ? "Switch" : "Cell", .label = row.title};
    out.identifier = row.title;
    if (row.on)
        out.value = *row.on ? "1" : "0";
    else if (!row.value.empty())
        out.value = row.value;
    if (row.chosen)
        out.on_tap = [chosen = row.chosen](place) { chosen(); };
    out.paint = [frame, row, last](canvas& on) { draw_row(on, frame, row, last); };
    view words{.frame = frame, .type = "StaticText", .label = row.title};
    out.children.push_back(std::move(words));
    return out;
}

view show_group(rectangle frame, const list_group& group)
{
    const double top = frame.y;
    view out;
    if (!group.heading.empty()) {
        out.children.push_back(label({.x = frame.x + group_margin,
                                      .y = frame.y,
                                      .width = frame.width - 2 * group_margin,
                                      .height = heading_height},
                                     group.heading, {.size = 13, .ink = palette::grey_text}));
        frame.y += heading_height;
    }
    const double rows_height = row_height * static_cast<double>(group.rows.size());
    const rectangle ground{.x = frame.x, .y = frame.y, .width = frame.width, .height = rows_height};
    out.paint = [ground](canvas& on) { on.fill_rounded(ground, group_radius, palette::white); };
    frame.height = row_height;
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
        out.children.push_back(show_row(frame, group.rows[i], i + 1 == group.rows.size()));
        frame.y += row_height;
    }
    out.frame = {.x = ground.x, .y = top, .width = ground.width, .height = frame.y - top};
    return out;
}

} // namespace

view grouped_list(const rectangle& area,
                  const screen_layout& screen,
                  const std::string& title,
                  const std::vector<list_group>& groups,
                  scroller& scroll)
{
    scroll.set_limit(height_of(title, groups) + screen.safe_bottom - area.height);
    view out{.frame = area, .type = "Table"};
    out.scrolls = &scroll;
    out.clips = true;
    out.paint = [area](canvas& on) { on.fill(area, palette::page); };

    // On a wide screen the rows stay short enough to read across.
    const double side = std::max(screen.safe_side + group_margin, (area.width - 640) / 2);
    rectangle frame{.x = area.x + side,
                    .y = area.y - scroll.offset(),
                    .width = area.width - 2 * side,
                    .height = title.empty() ? group_margin / 2 : title_height};
    if (!title.empty())
        out.children.push_back(label(frame, title, {.size = 34, .weight = font_weight::bold}));
    frame.y += frame.height;
    for (const auto& each : groups) {
        frame.height = height_of(each);
        out.children.push_back(show_group(frame, each));
        frame.y += frame.height;
    }
    return out;
}

bool large_title_gone(const scroller& scroll)
{
    return scroll.offset() >= title_height - group_margin;
}

} // namespace thimble::virtualphone
