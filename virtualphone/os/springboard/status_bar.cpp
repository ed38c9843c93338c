#include "virtualphone/os/springboard/status_bar.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <array>

namespace thimble::virtualphone {
namespace {

// The clock stands still, so that two pictures differ only where something happened.
constexpr auto time_shown = "9:41";

void draw_cellular(canvas& on, place at, color ink)
{
    for (int bar = 0; bar < 4; ++bar) {
        const double height = 4 + 2.4 * bar;
        on.fill_rounded(
            {.x = at.x + 4.6 * bar, .y = at.y + 12 - height, .width = 3, .height = height}, 1, ink);
    }
}

void draw_battery(canvas& on, place at, color ink)
{
    auto faint = ink;
    faint.alpha = 0.4;
    on.fill_rounded({.x = at.x, .y = at.y, .width = 25, .height = 12.5}, 4, faint);
    on.fill_rounded({.x = at.x + 26.2, .y = at.y + 4, .width = 1.6, .height = 4.5}, 0.8, faint);
    on.fill_rounded({.x = at.x, .y = at.y, .width = 20, .height = 12.5}, 4, ink);
}

void draw_wifi(canvas& on, place foot, color ink)
{
    for (int ring = 1; ring <= 3; ++ring) {
        std::array<place, 9> arc{};
        for (std::size_t i = 0; i < arc.size(); ++i) {
            const double slant = (static_cast<double>(i) / 4 - 1); // -1..1
            arc[i] = {.x = foot.x + slant * 2.7 * ring,
                      .y = foot.y - 3.4 * ring + 1.3 * slant * slant * ring};
        }
        on.stroke_line(arc, 2, ink);
    }
}

} // namespace

view status_bar(const screen_layout& screen, bool light)
{
    view out;
    if (screen.safe_top <= 0)
        return out;
    const auto ink = light ? palette::white : palette::black;
    const bool tall = screen.safe_top > 40;
    const double middle = tall ? screen.safe_top * 0.56 : screen.safe_top / 2;
    const double margin = tall ? 34 : 8;
    out.frame = {.x = 0, .y = 0, .width = screen.width, .height = screen.safe_top};

    const double clock_width = tall ? 70 : 60;
    const double clock_x = tall ? 38 : screen.pad ? margin : (screen.width - clock_width) / 2;
    out.children.push_back(
        label({.x = clock_x, .y = middle - 11, .width = clock_width, .height = 22}, time_shown,
              {.size = tall ? 17.0 : 13.0,
               .weight = font_weight::semibold,
               .ink = ink,
               .align = screen.pad ? alignment::left : alignment::centre}));
    out.paint = [right = screen.width - margin, middle, ink](canvas& on) {
        draw_battery(on, {.x = right - 28, .y = middle - 6}, ink);
        draw_wifi(on, {.x = right - 41, .y = middle + 7}, ink);
        draw_cellular(on, {.x = right - 72, .y = middle - 6}, ink);
    };
    return out;
}

view home_indicator(const screen_layout& screen, bool light)
{
    if (!screen.home_indicator)
        return {};
    const double width = screen.landscape ? 214 : 134;
    const rectangle pill{
        .x = (screen.width - width) / 2, .y = screen.height - 13, .width = width, .height = 5};
    return panel(pill, 2.5, light ? palette::white : palette::black);
}

} // namespace thimble::virtualphone
