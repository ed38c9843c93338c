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

} // namespace

void draw_icon(canvas& on, app_icon which, const rectangle& frame)
{
    constexpr std::array painters{draw_sketch,     draw_settings, draw_notes,
                                  draw_calculator, draw_clock,    draw_reminders,
                                  draw_contacts,   draw_weather,  draw_flashlight};
    static_assert(painters.size() == static_cast<std::size_t>(app_icon::flashlight) + 1);
    const icon_grid icon(on, frame);
    painters[static_cast<std::size_t>(which)](icon);
}

} // namespace thimble::virtualphone
