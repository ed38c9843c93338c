#include "virtualphone/os/springboard/surfaces/control_center.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thimble::virtualphone {
namespace {

constexpr double tile_gap = 16;
constexpr color tile = rgb(0xffffff, 0.16);

void draw_airplane(canvas& on, place middle, color ink)
{
    const auto at = [&](double x, double y) { return place{middle.x + x, middle.y + y}; };
    on.stroke_line(std::array{at(-12, 0), at(12, 0)}, 4.5, ink);
    on.fill_polygon(std::array{at(4, 0), at(-5, -13), at(-1, 0), at(-5, 13)}, ink);
    on.fill_polygon(std::array{at(-9, 0), at(-14, -6), at(-11, 0), at(-14, 6)}, ink);
}

void draw_waves(canvas& on, place middle, color ink)
{
    const place foot{.x = middle.x, .y = middle.y + 10};
    on.fill_circle(foot, 2.6, ink);
    for (int ring = 1; ring <= 3; ++ring) {
        std::array<place, 13> arc{};
        for (std::size_t i = 0; i < arc.size(); ++i) {
            const double angle = (static_cast<double>(i) / 12 - 0.5) * 1.6; // radians from upright
            arc.at(i) = {.x = foot.x + 6.5 * ring * std::sin(angle),
                         .y = foot.y - 6.5 * ring * std::cos(angle)};
        }
        on.stroke_line(arc, 3, ink);
    }
}

void draw_rune(canvas& on, place middle, color ink)
{
    const auto at = [&](double x, double y) { return place{middle.x + x, middle.y + y}; };
    on.stroke_line(
        std::array{at(-7, -6.5), at(7, 6), at(0, 13), at(0, -13), at(7, -6), at(-7, 6.5)}, 2.4,
        ink);
}

void draw_sign(canvas& on, char sign, place middle, color ink)
{
    if (sign == 'A')
        draw_airplane(on, middle, ink);
    else if (sign == 'W')
        draw_waves(on, middle, ink);
    else
        draw_rune(on, middle, ink);
}

view slider(const rectangle& frame, std::string name, std::string identifier, double level)
{
    view out{.frame = frame, .type = "Slider", .label = std::move(name)};
    out.identifier = std::move(identifier);
    out.value = std::to_string(std::lround(level * 100)) + "%";
    out.on_tap = [](place) {}; // it is no empty space
    out.paint = [frame, level](canvas& on) {
        const double filled = frame.height * level;
        on.fill_rounded(frame, 26, tile);
        const canvas::clip lower(on, {.x = frame.x,
                                      .y = frame.y + frame.height - filled,
                                      .width = frame.width,
                                      .height = filled});
        on.fill_rounded(frame, 26, rgb(0xffffff, 0.92));
    };
    return out;
}

} // namespace

view control_center::show(const screen_layout& screen)
{
    view page{.frame = screen.whole(), .type = "Other", .label = "Control Center"};
    page.identifier = "ControlCenterView";
    page.opaque = true;
    page.on_tap = [this](place) { host_.close_surface(); };
    page.paint = [whole = screen.whole()](canvas& on) { on.fill(whole, rgb(0x1c1c2e, 0.82)); };

    const double side =
        std::min({150.0, (screen.width - 3 * tile_gap - 32) / 2, screen.height * 0.3});
    const double width = 2 * side + tile_gap;
    const bool beside = screen.pad || screen.landscape; // in the corner it was pulled from
    const rectangle area{.x = beside ? screen.width - screen.safe_side - width - 24
                                     : (screen.width - width) / 2,
                         .y = screen.safe_top + 44,
                         .width = side,
                         .height = side};
    add_toggles(page, area);
    add_sliders(
        page,
        {.x = area.x + side + tile_gap, .y = area.y, .width = area.width, .height = area.height});
    return page;
}

std::vector<std::string> control_center::switched_on() const
{
    std::vector<std::string> names;
    for (const auto& each : toggles_)
        if (each.on)
            names.push_back(each.name);
    return names;
}

void control_center::add_toggles(view& content, const rectangle& area)
{
    auto ground = panel(area, 26, tile);
    ground.on_tap = [](place) {}; // it is no empty space
    const double side = (area.width - 3 * tile_gap) / 2;
    int number = 0;
    for (auto& each : toggles_) {
        const int column = number % 2;
        const int row = number / 2;
        ground.children.push_back(
            toggle_button(each, {.x = area.x + tile_gap + (side + tile_gap) * column,
                                 .y = area.y + tile_gap + (side + tile_gap) * row,
                                 .width = side,
                                 .height = side}));
        ++number;
    }
    content.children.push_back(std::move(ground));
}

view control_center::toggle_button(toggle& which, const rectangle& frame)
{
    view out{.frame = frame, .type = "Switch", .label = which.name};
    out.identifier = which.identifier;
    out.value = which.on ? "1" : "0";
    out.on_tap = [&which](place) { which.on = !which.on; };
    out.paint = [frame, &which](canvas& on) {
        on.fill_circle(centre_of(frame), frame.width / 2,
                       which.on ? which.when_on : rgb(0xffffff, 0.2));
        draw_sign(on, which.sign, centre_of(frame), palette::white);
    };
    return out;
}

void control_center::add_sliders(view& content, const rectangle& area)
{
    constexpr double brightness = 0.6; // there is no panel whose light could change
    rectangle frame = area;
    frame.width = (area.width - tile_gap) / 2;
    content.children.push_back(
        slider(frame, "Brightness", "display-brightness-slider", brightness));
    frame.x += frame.width + tile_gap;
    content.children.push_back(slider(frame, "Volume", "volume-slider", volume_.level()));
}

} // namespace thimble::virtualphone
