// The icons of the apps, a function each, drawn on a grid of 100 by 100.
#include "virtualphone/os/draw/app_icon.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace thimble::virtualphone {
namespace {

using std::numbers::pi;

/// The icon's own coordinates: 0..100 both ways, whatever its size on the screen.
class icon_grid {
public:
    icon_grid(canvas& on, const rectangle& frame) : on_(on), frame_(frame) {}

    void ground(color top, color bottom) const
    {
        on_.fill_gradient(frame_, frame_.width * 0.225, top, bottom);
    }
    void box(rectangle area, double radius, color ink) const
    {
        on_.fill_rounded(at(area), length(radius), ink);
    }
    void disc(place centre, double radius, color ink) const
    {
        on_.fill_circle(at(centre), length(radius), ink);
    }
    void ring(place centre, double radius, double width, color ink) const
    {
        on_.stroke_circle(at(centre), length(radius), length(width), ink);
    }
    template <std::size_t N>
    void line(const std::array<place, N>& through, double width, color ink) const
    {
        on_.stroke_line(all(through), length(width), ink);
    }
    template <std::size_t N>
    void polygon(const std::array<place, N>& corners, color ink) const
    {
        on_.fill_polygon(all(corners), ink);
    }
    void text(rectangle box, const std::string& what, text_style style) const
    {
        style.size = length(style.size);
        on_.text(at(box), what, style);
    }

private:
    double length(double units) const { return units * frame_.width / 100; }
    place at(place where) const
    {
        return {.x = frame_.x + length(where.x), .y = frame_.y + length(where.y)};
    }
    rectangle at(rectangle area) const
    {
        const auto corner = at(place{.x = area.x, .y = area.y});
        return {.x = corner.x,
                .y = corner.y,
                .width = length(area.width),
                .height = length(area.height)};
    }
    template <std::size_t N>
    std::array<place, N> all(std::array<place, N> places) const
    {
        for (auto& each : places)
            each = at(each);
        return places;
    }

    canvas& on_;
    rectangle frame_;
};

place around(place centre, double radius, double turn) // turn: 0..1 clockwise from the top
{
    return {.x = centre.x + radius * std::sin(turn * 2 * pi),
            .y = centre.y - radius * std::cos(turn * 2 * pi)};
}

constexpr place middle{.x = 50, .y = 50};

void draw_sketch(const icon_grid& icon)
{
    icon.ground(rgb(0xfffdf7), rgb(0xf1e9d6));
    std::array<place, 33> wave{};
    for (std::size_t i = 0; i < wave.size(); ++i) {
        const double t = static_cast<double>(i) / (wave.size() - 1);
        wave[i] = {.x = 18 + 64 * t, .y = 58 - 24 * std::sin(t * 2 * pi) * (1 - 0.4 * t)};
    }
    icon.line(wave, 8, rgb(0x2a5bd7));
    icon.disc(wave.front(), 9, palette::green);
    icon.disc(wave.back(), 9, palette::red);
}

void draw_settings(const icon_grid& icon)
{
    icon.ground(rgb(0xb9bcc4), rgb(0x6d7078));
    for (int tooth = 0; tooth < 12; ++tooth) {
        const double turn = tooth / 12.0;
        icon.line(std::array{around(middle, 27, turn), around(middle, 35, turn)}, 7,
                  palette::white);
    }
    icon.ring(middle, 26, 7, palette::white);
    for (int spoke = 0; spoke < 3; ++spoke)
        icon.line(std::array{middle, around(middle, 26, spoke / 3.0)}, 5, palette::white);
    icon.disc(middle, 8, palette::white);
    icon.disc(middle, 4, rgb(0x85888f));
}

void draw_notes(const icon_grid& icon)
{
    icon.ground(rgb(0xffffff), rgb(0xf4f2ec));
    icon.box({.x = 0, .y = 14, .width = 100, .height = 16}, 0, rgb(0xffd60a));
    icon.box({.x = 4, .y = 3, .width = 92, .height = 20}, 18, rgb(0xffd60a));
    for (int row = 0; row < 3; ++row)
        icon.box({.x = 18, .y = 44.0 + 15 * row, .width = row == 2 ? 40.0 : 64.0, .height = 4}, 2,
                 rgb(0xc9c7c0));
}

void draw_calculator(const icon_grid& icon)
{
    icon.ground(rgb(0x3a3a3c), rgb(0x1c1c1e));
    icon.box({.x = 22, .y = 16, .width = 56, .height = 16}, 5, rgb(0x8e8e93));
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            icon.disc({.x = 30.0 + 20 * column, .y = 46.0 + 17 * row}, 7,
                      column == 2 ? palette::orange : rgb(0xd1d1d6));
}

void draw_clock(const icon_grid& icon)
{
    icon.ground(rgb(0x2c2c2e), rgb(0x0b0b0c));
    icon.disc(middle, 40, palette::white);
    for (int hour = 0; hour < 12; ++hour)
        icon.disc(around(middle, 33, hour / 12.0), hour % 3 == 0 ? 3 : 1.6, rgb(0x3a3a3c));
    icon.line(std::array{middle, around(middle, 18, 9.68 / 12)}, 5, palette::black);
    icon.line(std::array{middle, around(middle, 28, 41.0 / 60)}, 4, palette::black);
    icon.line(std::array{middle, around(middle, 30, 0.08)}, 1.8, palette::orange);
    icon.disc(middle, 3.2, palette::orange);
}

void draw_reminders(const icon_grid& icon)
{
    icon.ground(rgb(0xffffff), rgb(0xf2f2f4));
    const std::array inks{palette::blue, palette::red, palette::orange};
    for (std::size_t row = 0; row < inks.size(); ++row) {
        const double y = 27 + 23 * static_cast<double>(row);
        icon.ring({.x = 25, .y = y}, 7, 2.5, inks[row]);
        icon.disc({.x = 25, .y = y}, 4, inks[row]);
        icon.box({.x = 40, .y = y - 2, .width = 42, .height = 4}, 2, rgb(0xc7c7cc));
    }
}

void draw_contacts(const icon_grid& icon)
{
    icon.ground(rgb(0xd9d3c7), rgb(0xa9a294));
    icon.box({.x = 80, .y = 18, .width = 10, .height = 16}, 3, rgb(0xff9f0a));
    icon.box({.x = 80, .y = 42, .width = 10, .height = 16}, 3, rgb(0x64d2ff));
    icon.box({.x = 80, .y = 66, .width = 10, .height = 16}, 3, rgb(0x30d158));
    icon.box({.x = 14, .y = 12, .width = 66, .height = 76}, 8, rgb(0xfaf7f0));
    icon.disc({.x = 47, .y = 40}, 13, rgb(0x8e887a));
    icon.box({.x = 25, .y = 58, .width = 44, .height = 22}, 13, rgb(0x8e887a));
}

void draw_weather(const icon_grid& icon)
{
    icon.ground(rgb(0x1f6fd6), rgb(0x6cc0f5));
    icon.disc({.x = 37, .y = 38}, 18, rgb(0xffd60a));
    icon.disc({.x = 48, .y = 62}, 15, palette::white);
    icon.disc({.x = 65, .y = 56}, 18, palette::white);
    icon.box({.x = 33, .y = 56, .width = 54, .height = 22}, 11, palette::white);
}

void draw_flashlight(const icon_grid& icon)
{
    icon.ground(rgb(0x48484a), rgb(0x1c1c1e));
    icon.polygon(std::array{place{.x = 34, .y = 20}, place{.x = 66, .y = 20},
                            place{.x = 58, .y = 44}, place{.x = 42, .y = 44}},
                 rgb(0xffe066));
    icon.box({.x = 31, .y = 14, .width = 38, .height = 10}, 4, palette::white);
    icon.box({.x = 41, .y = 43, .width = 18, .height = 42}, 5, rgb(0xd1d1d6));
    icon.box({.x = 46, .y = 52, .width = 8, .height = 14}, 4, rgb(0x636366));
}

void draw_maps(const icon_grid& icon)
{
    icon.ground(rgb(0xd9f0c9), rgb(0xbfe3b0));
    icon.polygon(std::array{place{.x = 0, .y = 62}, place{.x = 100, .y = 40},
                            place{.x = 100, .y = 76}, place{.x = 22, .y = 99},
                            place{.x = 4, .y = 90}},
                 rgb(0x9fd4ee));
    icon.line(std::array{place{.x = 6, .y = 34}, place{.x = 94, .y = 14}}, 10, palette::white);
    icon.line(std::array{place{.x = 30, .y = 6}, place{.x = 46, .y = 94}}, 12, rgb(0xfbe29a));
    icon.polygon(
        std::array{place{.x = 48, .y = 46}, place{.x = 84, .y = 46}, place{.x = 66, .y = 76}},
        palette::red);
    icon.disc({.x = 66, .y = 38}, 19, palette::red);
    icon.disc({.x = 66, .y = 38}, 8, palette::white);
}

void draw_photos(const icon_grid& icon)
{
    icon.ground(rgb(0xffffff), rgb(0xf4f4f6));
    const std::array petals{rgb(0xf5a623, 0.85), rgb(0xf8e71c, 0.85), rgb(0x9bd34a, 0.85),
                            rgb(0x3fc0a0, 0.85), rgb(0x4a90e2, 0.85), rgb(0x8e5bd0, 0.85),
                            rgb(0xd857a8, 0.85), rgb(0xf0503c, 0.85)};
    for (std::size_t i = 0; i < petals.size(); ++i) {
        const double turn = static_cast<double>(i) / petals.size();
        icon.line(std::array{around(middle, 16, turn), around(middle, 29, turn)}, 19, petals[i]);
    }
}

void draw_files(const icon_grid& icon)
{
    icon.ground(rgb(0xffffff), rgb(0xf0f1f4));
    icon.box({.x = 16, .y = 26, .width = 34, .height = 20}, 6, rgb(0x1c7fe0));
    icon.box({.x = 16, .y = 33, .width = 68, .height = 44}, 7, rgb(0x1c7fe0));
    icon.box({.x = 16, .y = 41, .width = 68, .height = 36}, 7, rgb(0x53b3f7));
}

void draw_safari(const icon_grid& icon)
{
    icon.ground(rgb(0xffffff), rgb(0xeceef2));
    icon.disc(middle, 41, rgb(0x1e8df0));
    for (int tick = 0; tick < 24; ++tick)
        icon.line(std::array{around(middle, 34, tick / 24.0), around(middle, 38, tick / 24.0)}, 1.4,
                  palette::white);
    const auto left = around(middle, 7, 0.875);
    const auto right = around(middle, 7, 0.375);
    icon.polygon(std::array{around(middle, 33, 0.125), left, right}, palette::red);
    icon.polygon(std::array{around(middle, 33, 0.625), left, right}, palette::white);
}

void draw_shortcuts(const icon_grid& icon)
{
    icon.ground(rgb(0x3a3a62), rgb(0x1b1b3a));
    icon.box({.x = 32, .y = 18, .width = 48, .height = 48}, 12, rgb(0x36c2f6));
    icon.box({.x = 20, .y = 34, .width = 48, .height = 48}, 12, rgb(0xf0486d, 0.9));
}

void draw_messages(const icon_grid& icon)
{
    icon.ground(rgb(0x6bf27c), rgb(0x1fc43c));
    icon.box({.x = 18, .y = 24, .width = 64, .height = 46}, 22, palette::white);
    icon.polygon(
        std::array{place{.x = 30, .y = 62}, place{.x = 48, .y = 68}, place{.x = 26, .y = 80}},
        palette::white);
}

} // namespace

void draw_icon(canvas& on, app_icon which, const rectangle& frame)
{
    constexpr std::array painters{draw_sketch,     draw_settings,  draw_notes,    draw_calculator,
                                  draw_clock,      draw_reminders, draw_contacts, draw_weather,
                                  draw_flashlight, draw_maps,      draw_photos,   draw_files,
                                  draw_safari,     draw_shortcuts, draw_messages};
    static_assert(painters.size() == static_cast<std::size_t>(app_icon::messages) + 1);
    const icon_grid icon(on, frame);
    painters[static_cast<std::size_t>(which)](icon);
}

} // namespace thimble::virtualphone
