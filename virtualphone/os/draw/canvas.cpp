#include "virtualphone/os/draw/canvas.hpp"

#include <pango/pangocairo.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <numbers>
#include <random>

namespace thimble::virtualphone {

using std::numbers::pi;

canvas::canvas(int width_px, int height_px, double pixels_per_point)
    : scale_(pixels_per_point),
      surface_(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width_px, height_px)),
      context_(cairo_create(surface_.get()))
{
    if (cairo_status(context_.get()) != CAIRO_STATUS_SUCCESS)
        throw std::bad_alloc();
    cairo_scale(context_.get(), scale_, scale_);
    cairo_set_line_cap(context_.get(), CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(context_.get(), CAIRO_LINE_JOIN_ROUND);
}

void canvas::set_ink(color ink)
{
    cairo_set_source_rgba(context_.get(), ink.red, ink.green, ink.blue, ink.alpha);
}

void canvas::trace_rounded(const rectangle& area, double radius)
{
    auto* cr = context_.get();
    const double r = std::min({radius, area.width / 2, area.height / 2});
    const double right = area.x + area.width;
    const double bottom = area.y + area.height;
    cairo_new_sub_path(cr);
    cairo_arc(cr, right - r, area.y + r, r, -pi / 2, 0);
    cairo_arc(cr, right - r, bottom - r, r, 0, pi / 2);
    cairo_arc(cr, area.x + r, bottom - r, r, pi / 2, pi);
    cairo_arc(cr, area.x + r, area.y + r, r, pi, 3 * pi / 2);
    cairo_close_path(cr);
}

void canvas::fill(const rectangle& area, color ink)
{
    set_ink(ink);
    cairo_rectangle(context_.get(), area.x, area.y, area.width, area.height);
    cairo_fill(context_.get());
}

void canvas::fill_rounded(const rectangle& area, double radius, color ink)
{
    set_ink(ink);
    trace_rounded(area, radius);
    cairo_fill(context_.get());
}

void canvas::fill_gradient(const rectangle& area, double radius, color top, color bottom)
{
    const auto destroy = [](cairo_pattern_t* pattern) { cairo_pattern_destroy(pattern); };
    const std::unique_ptr<cairo_pattern_t, decltype(destroy)> gradient(
        cairo_pattern_create_linear(0, area.y, 0, area.y + area.height));
    cairo_pattern_add_color_stop_rgba(gradient.get(), 0, top.red, top.green, top.blue, top.alpha);
    cairo_pattern_add_color_stop_rgba(gradient.get(), 1, bottom.red, bottom.green, bottom.blue,
                                      bottom.alpha);
    cairo_set_source(context_.get(), gradient.get());
    trace_rounded(area, radius);
    cairo_fill(context_.get());
}

void canvas::fill_circle(place centre, double radius, color ink)
{
    set_ink(ink);
    cairo_new_sub_path(context_.get());
    cairo_arc(context_.get(), centre.x, centre.y, radius, 0, 2 * pi);
    cairo_fill(context_.get());
}

void canvas::stroke_circle(place centre, double radius, double width, color ink)
{
    set_ink(ink);
    cairo_set_line_width(context_.get(), width);
    cairo_new_sub_path(context_.get());
    cairo_arc(context_.get(), centre.x, centre.y, radius, 0, 2 * pi);
    cairo_stroke(context_.get());
}

void canvas::stroke_line(std::span<const place> through, double width, color ink)
{
    if (through.empty())
        return;
    if (through.size() == 1) {
        fill_circle(through.front(), width / 2, ink);
        return;
    }
    set_ink(ink);
    cairo_set_line_width(context_.get(), width);
    cairo_new_path(context_.get());
    for (const auto& each : through)
        cairo_line_to(context_.get(), each.x, each.y);
    cairo_stroke(context_.get());
}

void canvas::fill_polygon(std::span<const place> corners, color ink)
{
    set_ink(ink);
    cairo_new_path(context_.get());
    for (const auto& each : corners)
        cairo_line_to(context_.get(), each.x, each.y);
    cairo_fill(context_.get());
}

void canvas::text(const rectangle& box, std::string_view what, const text_style& style)
{
    const text_layout layout(what, style, box.width);
    text(place{.x = box.x, .y = box.y + (box.height - layout.height()) / 2}, layout, style.ink);
}

void canvas::text(place top_left, const text_layout& what, color ink)
{
    set_ink(ink);
    cairo_move_to(context_.get(), top_left.x, top_left.y);
    pango_cairo_show_layout(context_.get(), what.pango());
}

void canvas::add_grain(const rectangle& area)
{
    constexpr unsigned strongest = 16; // of 255, lighter or darker
    const std::unique_ptr<cairo_surface_t, freed> noise(cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, static_cast<int>(std::lround(area.width * scale_)),
        static_cast<int>(std::lround(area.height * scale_))));
    if (cairo_surface_status(noise.get()) != CAIRO_STATUS_SUCCESS)
        throw std::bad_alloc();
    const auto count = static_cast<std::size_t>(cairo_image_surface_get_stride(noise.get())) / 4 *
                       static_cast<std::size_t>(cairo_image_surface_get_height(noise.get()));
    std::minstd_rand random; // each photo's grain is the same whenever it is drawn
    auto* const pixel =
        reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(noise.get())); // NOLINT
    for (auto& each : std::span(pixel, count)) {
        const auto value = static_cast<std::uint32_t>(random() >> 8U);
        const std::uint32_t alpha = value % strongest;
        const std::uint32_t light =
            (value & 0x100U) != 0 ? alpha : 0; // premultiplied: white or black
        each = alpha << 24U | light << 16U | light << 8U | light;
    }
    cairo_surface_mark_dirty(noise.get());
    draw_surface(noise.get(), {.x = area.x, .y = area.y});
}

void canvas::draw(canvas& picture, place at)
{
    draw_surface(picture.surface_.get(), at);
}

void canvas::draw_surface(cairo_surface_t* picture, place at)
{
    auto* cr = context_.get();
    cairo_save(cr);
    cairo_identity_matrix(cr);
    cairo_set_source_surface(cr, picture, std::round(at.x * scale_), std::round(at.y * scale_));
    cairo_paint(cr);
    cairo_restore(cr);
}

canvas::clip::clip(canvas& target, const rectangle& area, double radius) : target_(target)
{
    auto* cr = target_.context_.get();
    cairo_save(cr);
    if (radius > 0)
        target.trace_rounded(area, radius);
    else
        cairo_rectangle(cr, area.x, area.y, area.width, area.height);
    cairo_clip(cr);
}

canvas::clip::~clip()
{
    cairo_restore(target_.context_.get());
}

canvas::shift::shift(canvas& target, place distance) : target_(target)
{
    cairo_save(target_.context_.get());
    cairo_translate(target_.context_.get(), distance.x, distance.y);
}

canvas::shift::~shift()
{
    cairo_restore(target_.context_.get());
}

pixels canvas::look()
{
    cairo_surface_flush(surface_.get());
    return {.data = cairo_image_surface_get_data(surface_.get()),
            .width = cairo_image_surface_get_width(surface_.get()),
            .height = cairo_image_surface_get_height(surface_.get()),
            .stride = cairo_image_surface_get_stride(surface_.get())};
}

} // namespace thimble::virtualphone
