#include "virtualphone/os/apps/photo_drawing.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace thimble::virtualphone {
namespace {

constexpr double widest_thumbnail = 200; // points; smaller ones show no grain
constexpr double widest_grained = 1100;  // zoomed further in, it is as smooth as it was drawn

struct mood {
    color sky_top;
    color sky_bottom;
    color sun;
    color far;
    color near;
};

constexpr std::array moods{
    mood{.sky_top = rgb(0x3f8fe0),
         .sky_bottom = rgb(0xcfe9ff),
         .sun = rgb(0xfff4c2),
         .far = rgb(0x7da7a0),
         .near = rgb(0x4f8f5b)},
    mood{.sky_top = rgb(0x40265e),
         .sky_bottom = rgb(0xf2845c),
         .sun = rgb(0xffd07a),
         .far = rgb(0x6b3f63),
         .near = rgb(0x2e1f3d)},
    mood{.sky_top = rgb(0xb6c6d2),
         .sky_bottom = rgb(0xeef1f2),
         .sun = rgb(0xffffff),
         .far = rgb(0xa9b7bd),
         .near = rgb(0x71838a)},
    mood{.sky_top = rgb(0x0d1b3d),
         .sky_bottom = rgb(0x35508c),
         .sun = rgb(0xf3f0e0),
         .far = rgb(0x22345f),
         .near = rgb(0x101c38)},
    mood{.sky_top = rgb(0x5bb8c9),
         .sky_bottom = rgb(0xfbe8c8),
         .sun = rgb(0xfff0b0),
         .far = rgb(0xd9b27a),
         .near = rgb(0xb98450)},
};

void draw_hills(
    canvas& on, const rectangle& frame, double top, double height, double phase, color ink)
{
    constexpr int steps = 24;
    std::vector<place> outline;
    for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const double wave = std::sin(phase + t * 5) + 0.5 * std::sin(phase * 2 + t * 11);
        outline.push_back(
            {.x = frame.x + t * frame.width, .y = frame.y + frame.height * (top - height * wave)});
    }
    outline.push_back({.x = frame.x + frame.width, .y = frame.y + frame.height});
    outline.push_back({.x = frame.x, .y = frame.y + frame.height});
    on.fill_polygon(outline, ink);
}

} // namespace

void draw_photo(canvas& on, const rectangle& frame, std::size_t number)
{
    const auto& mood = moods[number % moods.size()];
    const auto phase = static_cast<double>(number) * 1.7;
    const canvas::clip clip(on, frame);
    on.fill_gradient(frame, 0, mood.sky_top, mood.sky_bottom);
    on.fill_circle({.x = frame.x + frame.width * (0.5 + 0.35 * std::sin(phase * 3)),
                    .y = frame.y + frame.height * (0.3 + 0.1 * std::cos(phase))},
                   frame.height * 0.09, mood.sun);
    draw_hills(on, frame, 0.62, 0.07, phase, mood.far);
    draw_hills(on, frame, 0.78, 0.05, phase + 2, mood.near);
    if (frame.width > widest_thumbnail && frame.width < widest_grained)
        on.add_grain(frame);
}

} // namespace thimble::virtualphone
