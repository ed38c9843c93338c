#include "tests/screen/phone_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace thimble::test {

namespace {

using color = std::array<double, 3>; // 0 to 255 each

constexpr screen::pixel_size drawn_size{.width = 645, .height = 1398};
constexpr color black{0, 0, 0};
constexpr color white{255, 255, 255};

std::uint32_t mixed(std::uint32_t x, std::uint32_t y)
{
    std::uint32_t value = (x * 374761393U) + (y * 668265263U);
    value = (value ^ (value >> 13U)) * 1274126177U;
    return value ^ (value >> 16U);
}

double lattice(int x, int y)
{
    return (mixed(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)) & 0xffffU) /
           65535.0;
}

/// Soft hills of several sizes, 0 to 1.
double hills(double x, double y)
{
    double sum = 0;
    double weight = 0.5;
    for (int octave = 0; octave < 5; ++octave, x *= 2, y *= 2, weight /= 2) {
        const auto left = static_cast<int>(x);
        const auto top = static_cast<int>(y);
        const double right_part = (x - left) * (x - left) * (3 - (2 * (x - left)));
        const double lower_part = (y - top) * (y - top) * (3 - (2 * (y - top)));
        sum += weight *
               std::lerp(std::lerp(lattice(left, top), lattice(left + 1, top), right_part),
                         std::lerp(lattice(left, top + 1), lattice(left + 1, top + 1), right_part),
                         lower_part);
    }
    return sum;
}

class canvas {
public:
    canvas() : drawn_(drawn_size) {}

    /// Mixes a color into a pixel, as edges are drawn.
    void put(int x, int y, const color& with, double share)
    {
        if (x < 0 || y < 0 || x >= drawn_size.width || y >= drawn_size.height)
            return;
        const auto at = (static_cast<std::size_t>(y) * drawn_.row_bytes()) +
                        (static_cast<std::size_t>(x) * screen::image::channels);
        for (std::size_t part = 0; part < with.size(); ++part) {
            auto& value = drawn_.pixels()[at + part];
            value = static_cast<std::uint8_t>(std::clamp(
                std::lerp(static_cast<double>(value), with.at(part), share), 0.0, 255.0));
        }
    }

    template <class Shade>
    void paint(Shade shade)
    {
        for (int y = 0; y < drawn_size.height; ++y)
            for (int x = 0; x < drawn_size.width; ++x)
                put(x, y, shade(x, y), 1);
    }

    void box(int left, int top, int width, int height, double radius, const color& with)
    {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const double beyond_x = std::max({radius - x, x - (width - 1 - radius), 0.0});
                const double beyond_y = std::max({radius - y, y - (height - 1 - radius), 0.0});
                const double outside = std::hypot(beyond_x, beyond_y) - radius;
                put(left + x, top + y, with, std::clamp(0.5 - outside, 0.0, 1.0));
            }
    }

    /// Letters of strokes; the same one looks the same everywhere.
    void words(int left, int top, int letters, double height, std::uint32_t seed, const color& ink)
    {
        for (int at = 0; at < letters; ++at) {
            const std::uint32_t letter = mixed(seed, static_cast<std::uint32_t>(at)) % 27;
            if (letter != 26) // a space
                glyph(left + static_cast<int>(at * height * 0.65), top, height, letter, ink);
        }
    }

    screen::image drawn() && { return std::move(drawn_); }

private:
    void glyph(int left, int top, double height, std::uint32_t letter, const color& ink)
    {
        for (std::uint32_t stroke = 0; stroke < 3; ++stroke) {
            const std::uint32_t way = mixed(letter, stroke + 100);
            const double x = (way % 4) * height * 0.15;
            const double y = (way / 4 % 4) * height * 0.3;
            const double to_x = (way / 16 % 4) * height * 0.15;
            const double to_y = (way / 64 % 4) * height * 0.3;
            for (int step = 0; step <= height; ++step)
                dot(left + std::lerp(x, to_x, step / height),
                    top + std::lerp(y, to_y, step / height), height * 0.05, ink);
        }
    }

    void dot(double x, double y, double radius, const color& ink)
    {
        const auto reach = static_cast<int>(radius) + 2;
        for (int down = -reach; down <= reach; ++down)
            for (int right = -reach; right <= reach; ++right) {
                const auto at_x = static_cast<int>(x) + right;
                const auto at_y = static_cast<int>(y) + down;
                put(at_x, at_y, ink,
                    std::clamp(radius + 0.5 - std::hypot(at_x - x, at_y - y), 0.0, 1.0));
            }
    }

    screen::image drawn_;
};

color landscape(int x, int y, double grain)
{
    const double noise = (lattice(x + 5000, y + 7000) + lattice(x + 9000, y) - 1) * grain;
    return {(hills(x / 200.0, y / 200.0) * 255) + noise,
            (hills(x / 200.0, (y / 200.0) + 50) * 230) + noise,
            (hills((x / 200.0) + 50, y / 200.0) * 200) + noise};
}

} // namespace

screen::image list_of_settings()
{
    canvas on;
    on.paint([](int, int) { return color{242, 242, 247}; });
    on.words(30, 90, 8, 50, 1, black);
    for (int row = 0; row < 17; ++row) {
        const int top = 180 + (row * 69);
        on.box(24, top, drawn_size.width - 48, 68, 0, white);
        on.box(45, top + 12, 44, 44, 10, {30.0 + (12 * row), 200.0 - (9 * row), 70.0 + (8 * row)});
        on.words(108, top + 22, 9 + (row % 7), 24, static_cast<std::uint32_t>(row + 2), black);
        on.words(450, top + 22, 8, 24, static_cast<std::uint32_t>(row % 2), {140, 140, 145});
    }
    return std::move(on).drawn();
}

screen::image page_of_text()
{
    canvas on;
    on.paint([](int, int) { return white; });
    for (int line = 0; line < 45; ++line)
        on.words(25, 80 + (line * 28), 50, 18, static_cast<std::uint32_t>(line), {25, 25, 25});
    return std::move(on).drawn();
}

screen::image photograph()
{
    canvas on;
    on.paint([](int x, int y) { return landscape(x, y, 8); });
    return std::move(on).drawn();
}

screen::image home_screen()
{
    canvas on;
    on.paint([](int x, int y) {
        const double along = (x + (2.0 * y)) / (drawn_size.width + (2.0 * drawn_size.height));
        return color{std::lerp(25, 230, along), std::lerp(50, 160, along),
                     std::lerp(160, 60, along)};
    });
    for (int icon = 0; icon < 24; ++icon) {
        const int left = 41 + (icon % 4 * 148);
        const int top = 110 + (icon / 4 * 165);
        on.box(left, top, 95, 95, 21, {10.0 * icon, 240.0 - (7 * icon), 120});
        on.box(left + 22, top + 22, 50, 50, 25, white);
        on.words(left + 6, top + 105, 7, 16, static_cast<std::uint32_t>(icon), white);
    }
    return std::move(on).drawn();
}

screen::image frame_of_video()
{
    canvas on;
    on.paint([](int x, int y) { return landscape(x, y, 0); });
    return std::move(on).drawn();
}

} // namespace thimble::test
