#include "virtualphone/os/draw/wallpaper.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace thimble::virtualphone {
namespace {

struct ridge {
    double height = 0; // of the screen's height, where the ridge lies
    double swell = 0;  // of the screen's height
    double waves = 0;  // across the screen
    double phase = 0;
    color ink;
};

// Hills at dusk, the nearest last.
constexpr std::array ridges{
    ridge{.height = 0.52, .swell = 0.030, .waves = 1.3, .phase = 0.4, .ink = rgb(0x8d5a97)},
    ridge{.height = 0.61, .swell = 0.042, .waves = 0.9, .phase = 2.1, .ink = rgb(0x6b4688)},
    ridge{.height = 0.71, .swell = 0.036, .waves = 1.6, .phase = 4.0, .ink = rgb(0x4a3474)},
    ridge{.height = 0.82, .swell = 0.048, .waves = 0.8, .phase = 1.2, .ink = rgb(0x2f265c)},
};

void draw_ridge(canvas& on, const ridge& what, double width, double height)
{
    constexpr int steps = 64;
    std::vector<place> outline;
    for (int i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) / steps;
        const double wave = std::sin(t * what.waves * 2 * std::numbers::pi + what.phase);
        outline.push_back({.x = t * width, .y = height * (what.height + what.swell * wave)});
    }
    outline.push_back({.x = width, .y = height});
    outline.push_back({.x = 0, .y = height});
    on.fill_polygon(outline, what.ink);
}

} // namespace

void wallpaper::draw(canvas& on, double width, double height)
{
    if (painted_ == nullptr || width != width_ || height != height_) {
        width_ = width;
        height_ = height;
        painted_ = std::make_unique<canvas>(static_cast<int>(std::lround(width * on.scale())),
                                            static_cast<int>(std::lround(height * on.scale())),
                                            on.scale());
        // Two gradients, because blue and orange alone mix to brown.
        const double dusk = std::round(height * 0.36); // on a pixel, else there is a seam
        painted_->fill_gradient({.x = 0, .y = 0, .width = width, .height = dusk}, 0, rgb(0x1f2a68),
                                rgb(0xb4567f));
        painted_->fill_gradient({.x = 0, .y = dusk, .width = width, .height = height - dusk}, 0,
                                rgb(0xb4567f), rgb(0xffc56e));
        painted_->fill_circle({.x = width * 0.68, .y = height * 0.495}, width * 0.09,
                              rgb(0xffe3a8));
        for (const auto& each : ridges)
            draw_ridge(*painted_, each, width, height);
    }
    on.draw(*painted_, {.x = 0, .y = 0});
}

} // namespace thimble::virtualphone
