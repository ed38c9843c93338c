#include "virtualphone/os/apps/map_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace thimble::virtualphone {
namespace {

// All lengths in map units.
constexpr double block = 110; // from one street to the next
constexpr int avenue_every = 4;
constexpr double street_width = 9;
constexpr double avenue_width = 18;
constexpr double river_width = 130;

constexpr color land = rgb(0xf3efe6);
constexpr color street = palette::white;
constexpr color avenue = rgb(0xfbe29a);
constexpr color water = rgb(0x9fd4ee);
constexpr color park = rgb(0xbfe3b0);
constexpr color tree = rgb(0x8fc77f);
constexpr color house = rgb(0xe4ddcf);
constexpr color name_ink = rgb(0x6b6557);

constexpr std::array<std::string_view, 12> street_names{
    "Needle St", "Cotton St", "Loom St", "Button St", "Velvet St", "Ribbon St",
    "Felt St",   "Spool St",  "Lace St", "Yarn St",   "Linen St",  "Silk St"};
constexpr std::array<std::string_view, 10> sights{"Market",  "Library", "Museum",  "Station",
                                                  "Harbour", "Theatre", "College", "Town Hall",
                                                  "Garden",  "Bakery"};

/// A number that is always the same for one block and looks like chance.
std::uint32_t chance(int column, int row)
{
    auto mixed = static_cast<std::uint32_t>(column) * 0x9e3779b1U ^
                 static_cast<std::uint32_t>(row) * 0x85ebca77U;
    mixed ^= mixed >> 15U;
    mixed *= 0x2c1b3c6dU;
    return mixed ^ (mixed >> 13U);
}

int floor_of(double value)
{
    return static_cast<int>(std::floor(value));
}

double river_at(double x)
{
    return 420 + 130 * std::sin(x / 640);
}

class town {
public:
    town(canvas& on, const rectangle& area, const map_camera& camera) : on_(on), camera_(camera)
    {
        const std::array corners{
            camera.to_map({.x = area.x, .y = area.y}),
            camera.to_map({.x = area.x + area.width, .y = area.y}),
            camera.to_map({.x = area.x, .y = area.y + area.height}),
            camera.to_map({.x = area.x + area.width, .y = area.y + area.height})};
        const auto [west, east] = std::ranges::minmax(corners, {}, &place::x);
        const auto [north, south] = std::ranges::minmax(corners, {}, &place::y);
        first_column_ = floor_of(west.x / block) - 1;
        last_column_ = floor_of(east.x / block) + 1;
        first_row_ = floor_of(north.y / block) - 1;
        last_row_ = floor_of(south.y / block) + 1;
    }

    void draw() const
    {
        blocks();
        streets(false);
        river();
        streets(true);
        if (camera_.zoom >= 0.5)
            names();
    }

private:
    template <class Call>
    void for_each_block(Call call) const
    {
        for (int row = first_row_; row <= last_row_; ++row)
            for (int column = first_column_; column <= last_column_; ++column)
                call(column, row);
    }

    void blocks() const
    {
        for_each_block([this](int column, int row) {
            const auto kind = chance(column, row);
            const double x = column * block;
            const double y = row * block;
            if (kind % 7 == 0)
                draw_park(x, y);
            else if (camera_.zoom >= 0.6)
                draw_houses(x, y, kind);
        });
    }

    void draw_park(double x, double y) const
    {
        box({.x = x, .y = y, .width = block, .height = block}, park);
        if (camera_.zoom < 0.6)
            return;
        for (int i = 0; i < 5; ++i) {
            const auto spot = chance(static_cast<int>(x) + i, static_cast<int>(y));
            on_.fill_circle(
                camera_.to_screen({.x = x + 20 + spot % 70, .y = y + 20 + spot / 97 % 70}),
                7 * camera_.zoom, tree);
        }
    }

    void draw_houses(double x, double y, std::uint32_t kind) const
    {
        const double split = 35 + kind % 30;
        const double gap = 5;
        const double inner = street_width / 2 + gap;
        const double far = block - inner;
        box({.x = x + inner, .y = y + inner, .width = split - inner, .height = far - inner}, house);
        const double middle = 30 + kind / 31 % 45;
        box({.x = x + split + gap,
             .y = y + inner,
             .width = far - split - gap,
             .height = middle - inner},
            house);
        box({.x = x + split + gap,
             .y = y + middle + gap,
             .width = far - split - gap,
             .height = far - middle - gap},
            house);
    }

    void streets(bool avenues) const
    {
        const double width = (avenues ? avenue_width : street_width) * camera_.zoom;
        const auto ink = avenues ? avenue : street;
        const double left = first_column_ * block;
        const double right = (last_column_ + 1) * block;
        const double top = first_row_ * block;
        const double bottom = (last_row_ + 1) * block;
        for (int column = first_column_; column <= last_column_ + 1; ++column)
            if ((column % avenue_every == 0) == avenues)
                line({.x = column * block, .y = top}, {.x = column * block, .y = bottom}, width,
                     ink);
        for (int row = first_row_; row <= last_row_ + 1; ++row)
            if ((row % avenue_every == 0) == avenues)
                line({.x = left, .y = row * block}, {.x = right, .y = row * block}, width, ink);
    }

    void river() const
    {
        std::vector<place> course;
        for (int column = first_column_ - 1; column <= last_column_ + 2; ++column)
            for (const double part : {0.0, 0.5}) {
                const double x = (column + part) * block;
                course.push_back(camera_.to_screen({.x = x, .y = river_at(x)}));
            }
        on_.stroke_line(course, river_width * camera_.zoom, water);
    }

    void names() const
    {
        for_each_block([this](int column, int row) {
            const auto kind = chance(column, row);
            const place corner{.x = (column + 0.5) * block, .y = row * block};
            if (column % 3 == 0 && (row % avenue_every == 0 || camera_.zoom >= 1))
                name(corner,
                     street_names.at(static_cast<std::size_t>(row & 0xff) % street_names.size()),
                     font_weight::medium, name_ink);
            else if (kind % 11 == 5)
                draw_sight({.x = corner.x, .y = corner.y + block / 2}, kind);
        });
    }

    void draw_sight(place where, std::uint32_t kind) const
    {
        const std::array inks{rgb(0xd9642c), rgb(0x7a5bc7), rgb(0x2f86d6), rgb(0x2b9d5b)};
        const auto ink = inks.at(kind / 11 % inks.size());
        const auto at = camera_.to_screen(where);
        on_.fill_circle(at, 8, palette::white);
        on_.fill_circle(at, 6.5, ink);
        name(camera_.to_map({.x = at.x, .y = at.y + 16}), sights.at(kind / 101 % sights.size()),
             font_weight::semibold, ink);
    }

    /// Upright, however the map is turned.
    void name(place where, std::string_view text, font_weight weight, color ink) const
    {
        constexpr double width = 120;
        const auto at = camera_.to_screen(where);
        on_.text({.x = at.x - width / 2, .y = at.y - 8, .width = width, .height = 16}, text,
                 {.size = 11, .weight = weight, .ink = ink, .align = alignment::centre});
    }

    void box(const rectangle& area, color ink) const
    {
        const double right = area.x + area.width;
        const double bottom = area.y + area.height;
        on_.fill_polygon(std::array{camera_.to_screen({.x = area.x, .y = area.y}),
                                    camera_.to_screen({.x = right, .y = area.y}),
                                    camera_.to_screen({.x = right, .y = bottom}),
                                    camera_.to_screen({.x = area.x, .y = bottom})},
                         ink);
    }

    void line(place from, place to, double width, color ink) const
    {
        on_.stroke_line(std::array{camera_.to_screen(from), camera_.to_screen(to)}, width, ink);
    }

    canvas& on_;
    const map_camera& camera_;
    int first_column_ = 0;
    int last_column_ = 0;
    int first_row_ = 0;
    int last_row_ = 0;
};

} // namespace

void draw_map(canvas& on, const rectangle& area, const map_camera& camera)
{
    const canvas::clip clip(on, area);
    on.fill(area, land);
    town(on, area, camera).draw();
}

} // namespace thimble::virtualphone
