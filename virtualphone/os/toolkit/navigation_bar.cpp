#include "virtualphone/os/toolkit/navigation_bar.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <array>

namespace thimble::virtualphone {
namespace {

constexpr double button_width = 140;
constexpr double bar_margin = 16;

void draw_back_chevron(canvas& on, place tip, color ink)
{
    on.stroke_line(std::array{place{.x = tip.x + 8, .y = tip.y - 8}, tip,
                              place{.x = tip.x + 8, .y = tip.y + 8}},
                   2.6, ink);
}

} // namespace

view navigation_bar::show(const screen_layout& screen) const
{
    const rectangle frame{
        .x = 0, .y = 0, .width = screen.width, .height = screen.safe_top + height};
    view out{.frame = frame, .type = "NavigationBar", .label = title, .identifier = title};
    out.opaque = true;
    out.paint = [frame, ground = ground](canvas& on) { on.fill(frame, ground); };

    const double left = screen.safe_side + bar_margin;
    const rectangle line{
        .x = left, .y = screen.safe_top, .width = screen.width - 2 * left, .height = height};
    auto middle = line;
    middle.x += button_width / 2;
    middle.width -= button_width;
    out.children.push_back(label(
        middle, title, {.size = 17, .weight = font_weight::semibold, .align = alignment::centre}));

    auto button = line;
    button.width = button_width;
    if (!back.text.empty()) {
        auto words = button;
        words.x += 14;
        auto shown = text_button(words, back.text, {.size = 17, .ink = tint}, back.pressed);
        shown.children.push_back(
            {.frame = button, .paint = [button, tint = tint](canvas& on) {
                 draw_back_chevron(on, {.x = button.x, .y = button.y + button.height / 2}, tint);
             }});
        shown.frame = button;
        out.children.push_back(std::move(shown));
    }
    if (!action.text.empty()) {
        button.x = line.x + line.width - button.width;
        out.children.push_back(text_button(
            button, action.text,
            {.size = 17, .weight = font_weight::semibold, .ink = tint, .align = alignment::right},
            action.pressed));
    }
    return out;
}

rectangle navigation_bar::area_below(const screen_layout& screen)
{
    const double top = screen.safe_top + height;
    return {.x = 0, .y = top, .width = screen.width, .height = screen.height - top};
}

} // namespace thimble::virtualphone
