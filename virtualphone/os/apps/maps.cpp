#include "virtualphone/os/apps/maps.hpp"

#include "virtualphone/os/apps/map_drawing.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace thimble::virtualphone {
namespace {

constexpr double double_tap_step = 2; // times nearer
constexpr double nearly_north = 0.05; // radians: so little is not meant to stay
constexpr double button_radius = 22;  // points
constexpr double map_margin = 14;

void draw_arrow(canvas& on, place middle)
{
    on.fill_polygon(std::array{place{.x = middle.x + 9, .y = middle.y - 9},
                               place{.x = middle.x - 9, .y = middle.y - 1},
                               place{.x = middle.x - 1, .y = middle.y + 1},
                               place{.x = middle.x + 1, .y = middle.y + 9}},
                    palette::blue);
}

/// Its red end points to the north.
void draw_compass(canvas& on, place middle, double radians)
{
    const auto at = [&](double along, double across) {
        return place{.x = middle.x + along * std::sin(radians) + across * std::cos(radians),
                     .y = middle.y - along * std::cos(radians) + across * std::sin(radians)};
    };
    on.fill_polygon(std::array{at(13, 0), at(0, 5), at(0, -5)}, palette::red);
    on.fill_polygon(std::array{at(-13, 0), at(0, 5), at(0, -5)}, rgb(0xb8b8bd));
}

} // namespace

app_identity maps::who() const
{
    return {.bundle_id = "com.apple.Maps", .name = "Maps", .icon = app_icon::maps};
}

view maps::show(const screen_layout& screen)
{
    const auto whole = screen.whole();
    camera_.middle = centre_of(whole);
    view page{.frame = whole, .type = "Map", .label = "Map", .identifier = "map"};
    page.moves = this;
    page.on_double_tap = [this](place where) { camera_.scale_by(double_tap_step, where); };
    page.paint = [this, whole](canvas& on) { draw_map(on, whole, camera_); };

    place middle{.x = screen.width - screen.safe_side - map_margin - button_radius,
                 .y = screen.safe_top + map_margin + button_radius};
    auto locate = round_button("Tracking", middle, [this] { camera_ = {}; });
    locate.children.push_back(
        {.frame = locate.frame, .paint = [middle](canvas& on) { draw_arrow(on, middle); }});
    page.children.push_back(std::move(locate));
    if (camera_.radians != 0) {
        middle.y += 2 * button_radius + map_margin;
        auto north = round_button("Compass", middle, [this] { turn_to_the_north(); });
        north.children.push_back({.frame = north.frame, .paint = [this, middle](canvas& on) {
                                      draw_compass(on, middle, camera_.radians);
                                  }});
        page.children.push_back(std::move(north));
    }
    return page;
}

void maps::let_go()
{
    if (std::abs(camera_.radians) < nearly_north)
        turn_to_the_north();
}

void maps::turn_to_the_north()
{
    camera_.radians = 0; // the middle of the screen stays where it is
}

view maps::round_button(std::string name, place middle, std::function<void()> pressed) const
{
    view out{.frame = {.x = middle.x - button_radius,
                       .y = middle.y - button_radius,
                       .width = 2 * button_radius,
                       .height = 2 * button_radius},
             .type = "Button",
             .label = std::move(name)};
    out.on_tap = [pressed = std::move(pressed)](place) { pressed(); };
    out.paint = [middle](canvas& on) {
        on.fill_circle(middle, button_radius + 0.5, rgb(0x000000, 0.15));
        on.fill_circle(middle, button_radius, palette::white);
    };
    return out;
}

nlohmann::json maps::state() const
{
    return {{"zoom", camera_.zoom},
            {"rotation", camera_.radians * 180 / std::numbers::pi},
            {"centre", {{"x", camera_.centre.x}, {"y", camera_.centre.y}}}};
}

} // namespace thimble::virtualphone
