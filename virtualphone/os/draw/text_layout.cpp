#include "virtualphone/os/draw/text_layout.hpp"

#include <pango/pangocairo.h>

#include <algorithm>

namespace thimble::virtualphone {
namespace {

constexpr auto font_family = "Inter, DejaVu Sans, Helvetica Neue, sans-serif";

template <auto Free>
struct freed_by {
    template <class Object>
    void operator()(Object* object) const noexcept
    {
        Free(object);
    }
};
using font_description =
    std::unique_ptr<PangoFontDescription, freed_by<pango_font_description_free>>;
using font_options = std::unique_ptr<cairo_font_options_t, freed_by<cairo_font_options_destroy>>;
using line_iterator = std::unique_ptr<PangoLayoutIter, freed_by<pango_layout_iter_free>>;
using range_list = std::unique_ptr<int, freed_by<g_free>>;
using pango_context = std::unique_ptr<PangoContext, freed_by<g_object_unref>>;

PangoWeight to_pango(font_weight weight)
{
    switch (weight) {
    case font_weight::thin:
        return PANGO_WEIGHT_THIN;
    case font_weight::regular:
        return PANGO_WEIGHT_NORMAL;
    case font_weight::medium:
        return PANGO_WEIGHT_MEDIUM;
    case font_weight::semibold:
        return PANGO_WEIGHT_SEMIBOLD;
    case font_weight::bold:
        return PANGO_WEIGHT_BOLD;
    }
    return PANGO_WEIGHT_NORMAL;
}

PangoAlignment to_pango(alignment align)
{
    switch (align) {
    case alignment::left:
        return PANGO_ALIGN_LEFT;
    case alignment::centre:
        return PANGO_ALIGN_CENTER;
    case alignment::right:
        return PANGO_ALIGN_RIGHT;
    }
    return PANGO_ALIGN_LEFT;
}

/// Without hinting, so that a line is equally long (in points) on every panel.
pango_context unhinted_context()
{
    pango_context context(pango_font_map_create_context(pango_cairo_font_map_get_default()));
    const font_options options(cairo_font_options_create());
    cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
    pango_cairo_context_set_font_options(context.get(), options.get());
    pango_context_set_round_glyph_positions(context.get(), FALSE);
    return context;
}

int to_units(double points)
{
    return static_cast<int>(points * PANGO_SCALE);
}

double to_points(int units)
{
    return static_cast<double>(units) / PANGO_SCALE;
}

} // namespace

void text_layout::freed::operator()(PangoLayout* layout) const noexcept
{
    g_object_unref(layout);
}

text_layout::text_layout(std::string_view text, const text_style& style, double width)
    : layout_(pango_layout_new(unhinted_context().get()))
{
    const font_description font(pango_font_description_new());
    pango_font_description_set_family_static(font.get(), font_family);
    pango_font_description_set_weight(font.get(), to_pango(style.weight));
    pango_font_description_set_absolute_size(font.get(), style.size * PANGO_SCALE);

    auto* layout = layout_.get();
    pango_layout_set_font_description(layout, font.get());
    pango_layout_set_alignment(layout, to_pango(style.align));
    if (width > 0)
        pango_layout_set_width(layout, to_units(width));
    if (style.wraps) {
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    } else {
        pango_layout_set_single_paragraph_mode(layout, TRUE);
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    }
    pango_layout_set_text(layout, text.data(), static_cast<int>(text.size()));
}

double text_layout::width() const
{
    int width = 0;
    pango_layout_get_size(layout_.get(), &width, nullptr);
    return to_points(width);
}

double text_layout::height() const
{
    int height = 0;
    pango_layout_get_size(layout_.get(), nullptr, &height);
    return to_points(height);
}

std::size_t text_layout::offset_at(place where) const
{
    int index = 0;
    int trailing = 0; // letters to step over when the right half of one was hit
    pango_layout_xy_to_index(layout_.get(), to_units(where.x), to_units(where.y), &index,
                             &trailing);
    const char* text = pango_layout_get_text(layout_.get());
    const char* boundary = text + index;
    for (; trailing > 0 && *boundary != '\0'; --trailing)
        boundary = g_utf8_next_char(boundary);
    return static_cast<std::size_t>(boundary - text);
}

rectangle text_layout::caret(std::size_t offset) const
{
    PangoRectangle strong{};
    pango_layout_get_cursor_pos(layout_.get(), static_cast<int>(offset), &strong, nullptr);
    return {.x = to_points(strong.x),
            .y = to_points(strong.y),
            .width = 0,
            .height = to_points(strong.height)};
}

std::size_t text_layout::last_line() const
{
    const int number = pango_layout_get_line_count(layout_.get()) - 1;
    const auto* const line = pango_layout_get_line_readonly(layout_.get(), number);
    return static_cast<std::size_t>(line->start_index);
}

std::vector<rectangle> text_layout::boxes(std::size_t from, std::size_t to) const
{
    const int first = static_cast<int>(from);
    const int last = static_cast<int>(to);
    std::vector<rectangle> out;
    const line_iterator line(pango_layout_get_iter(layout_.get()));
    do {
        const auto* const each = pango_layout_iter_get_line_readonly(line.get());
        const int begin = each->start_index;
        const int end = begin + each->length;
        if (first >= last || end < first || begin >= last)
            continue;
        int* ranges = nullptr; // pairs of left and right
        int count = 0;
        pango_layout_line_get_x_ranges(const_cast<PangoLayoutLine*>(each), std::max(first, begin),
                                       std::min(last, end), &ranges, &count);
        const range_list owned(ranges);
        int top = 0;
        int bottom = 0;
        pango_layout_iter_get_line_yrange(line.get(), &top, &bottom);
        for (int i = 0; i < count; ++i)
            out.push_back({.x = to_points(ranges[2 * i]),
                           .y = to_points(top),
                           .width = to_points(ranges[2 * i + 1] - ranges[2 * i]),
                           .height = to_points(bottom - top)});
    } while (pango_layout_iter_next_line(line.get()) != 0);
    return out;
}

} // namespace thimble::virtualphone
