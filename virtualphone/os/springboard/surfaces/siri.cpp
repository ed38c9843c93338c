#include "virtualphone/os/springboard/surfaces/siri.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

void draw_orb(canvas& on, place middle, double radius)
{
    on.fill_circle(middle, radius, rgb(0x101028, 0.9));
    on.fill_circle({.x = middle.x - radius * 0.22, .y = middle.y}, radius * 0.62,
                   rgb(0x2fb5ff, 0.75));
    on.fill_circle({.x = middle.x + radius * 0.25, .y = middle.y - radius * 0.12}, radius * 0.5,
                   rgb(0xd64bff, 0.6));
    on.fill_circle({.x = middle.x, .y = middle.y + radius * 0.2}, radius * 0.3, rgb(0xffffff, 0.7));
}

} // namespace

view siri::show(const screen_layout& screen)
{
    constexpr double radius = 34;
    constexpr double widest = 360;
    constexpr double words_height = 56;
    view page{.frame = screen.whole(), .type = "Other", .label = "Siri"};
    page.identifier = "SiriView";
    page.opaque = true;
    page.on_tap = [this](place) { host_.close_surface(); };
    const place orb{.x = screen.width / 2, .y = screen.height - screen.safe_bottom - 66};
    const double width = std::min(screen.width - 40, widest);
    const rectangle bubble{.x = orb.x - width / 2,
                           .y = orb.y - radius - words_height - 14,
                           .width = width,
                           .height = words_height};
    page.paint = [whole = screen.whole(), orb, bubble](canvas& on) {
        on.fill(whole, rgb(0x0a0a18, 0.55));
        on.fill_rounded(bubble, 20, rgb(0x1c1c2e, 0.9));
        draw_orb(on, orb, radius);
    };
    page.children.push_back(label(inset(bubble, 8), heard_.empty() ? "I'm listening…" : heard_,
                                  {.size = 20,
                                   .weight = font_weight::medium,
                                   .ink = palette::white,
                                   .align = alignment::centre}));
    return page;
}

} // namespace thimble::virtualphone
