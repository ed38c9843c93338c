#include "tests/screen/drawn_text.hpp"

#include "screen/encode.hpp"

#include <cairo/cairo.h>

#include <memory>
#include <utility>

namespace thimble::test {

namespace {

/// Red, green or blue, by its first bit.
double part(rgb of, unsigned first)
{
    return ((of >> first) & 0xffU) / 255.0;
}

void use(cairo_t* on, rgb ink)
{
    cairo_set_source_rgb(on, part(ink, 16), part(ink, 8), part(ink, 0));
}

void paint(cairo_t* on, const backdrop& what, int height)
{
    const std::unique_ptr<cairo_pattern_t, decltype(&cairo_pattern_destroy)> colours(
        cairo_pattern_create_linear(0, 0, 0, height), cairo_pattern_destroy);
    for (const auto& [place, ink] : {std::pair{0.0, what.top}, std::pair{1.0, what.bottom}})
        cairo_pattern_add_color_stop_rgb(colours.get(), place, part(ink, 16), part(ink, 8),
                                         part(ink, 0));
    cairo_set_source(on, colours.get());
    cairo_paint(on);
}

void draw(cairo_t* on, const drawn_text& what)
{
    cairo_select_font_face(on, "Inter", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(on, what.size);
    if (what.label) {
        cairo_text_extents_t extents{};
        cairo_text_extents(on, what.text.c_str(), &extents);
        use(on, *what.label);
        cairo_rectangle(on, what.x - what.size, what.y - (1.6 * what.size),
                        extents.width + (2 * what.size), 2.5 * what.size);
        cairo_fill(on);
    }
    use(on, what.ink);
    cairo_move_to(on, what.x, what.y);
    cairo_show_text(on, what.text.c_str());
}

screen::image pixels_of(cairo_surface_t* drawn, screen::pixel_size size)
{
    constexpr int bytes_each = 4; // blue, green, red, unused
    screen::image out(size);
    const unsigned char* data = cairo_image_surface_get_data(drawn);
    auto to = out.pixels().begin();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const auto* from =
                data + (y * cairo_image_surface_get_stride(drawn)) + (x * bytes_each);
            for (const int part : {2, 1, 0})
                *to++ = from[part];
        }
    return out;
}

} // namespace

screen::image pixels_with(const std::vector<drawn_text>& texts,
                          const backdrop& background,
                          screen::pixel_size panel)
{
    const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, panel.width, panel.height),
        cairo_surface_destroy);
    const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> on(cairo_create(surface.get()),
                                                                cairo_destroy);
    paint(on.get(), background, panel.height);
    for (const auto& each : texts)
        draw(on.get(), each);
    cairo_surface_flush(surface.get());
    return pixels_of(surface.get(), panel);
}

screen::picture panel_with(const std::vector<drawn_text>& texts,
                           const backdrop& background,
                           screen::pixel_size panel)
{
    return screen::encode(pixels_with(texts, background, panel), screen::picture_format::png, 80);
}

} // namespace thimble::test
