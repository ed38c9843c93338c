// Canvas of the virtual phone's interface: a Cairo image whose unit is the point.
#pragma once

#include "virtualphone/os/draw/color.hpp"
#include "virtualphone/os/draw/text_layout.hpp"
#include "virtualphone/os/model/phone_values.hpp"

#include <cairo/cairo.h>

#include <memory>
#include <span>
#include <string_view>

namespace thimble::virtualphone {

/// Pixels of an image, four bytes each (blue, green, red, unused), rows `stride` bytes apart.
/// Valid until the canvas is drawn on again.
struct pixels {
    const unsigned char* data = nullptr;
    int width = 0;
    int height = 0;
    int stride = 0;
};

class canvas {
public:
    /// Throws std::bad_alloc when Cairo has no memory for the image.
    canvas(int width_px, int height_px, double pixels_per_point);

    double scale() const { return scale_; }

    void fill(const rectangle& area, color ink);
    void fill_rounded(const rectangle& area, double radius, color ink);
    /// From the top to the bottom of `area`.
    void fill_gradient(const rectangle& area, double radius, color top, color bottom);
    void fill_circle(place centre, double radius, color ink);
    void stroke_circle(place centre, double radius, double width, color ink);
    /// Round ends and corners; one place alone is a dot.
    void stroke_line(std::span<const place> through, double width, color ink);
    void fill_polygon(std::span<const place> corners, color ink);

    /// In the middle of `box`'s height; `style.align` says where in its width.
    void text(const rectangle& box, std::string_view what, const text_style& style);
    void text(place top_left, const text_layout& what, color ink);

    /// The noise of a camera's sensor over `area`: as hard to compress as a photo, the same each
    /// time.
    void add_grain(const rectangle& area);

    /// `picture` over the area whose top left is `at`, pixel for pixel.
    void draw(canvas& picture, place at);

    /// Everything drawn while it lives stays inside `area`, whose corners may be round.
    class clip {
    public:
        clip(canvas& target, const rectangle& area, double radius = 0);
        clip(const clip&) = delete;
        clip& operator=(const clip&) = delete;
        ~clip();

    private:
        canvas& target_;
    };

    /// Everything drawn while it lives lies `distance` from where it is said to be.
    class shift {
    public:
        shift(canvas& target, place distance);
        shift(const shift&) = delete;
        shift& operator=(const shift&) = delete;
        ~shift();

    private:
        canvas& target_;
    };

    pixels look();

private:
    struct freed {
        void operator()(cairo_surface_t* surface) const noexcept { cairo_surface_destroy(surface); }
        void operator()(cairo_t* context) const noexcept { cairo_destroy(context); }
    };

    void trace_rounded(const rectangle& area, double radius);
    void set_ink(color ink);
    void draw_surface(cairo_surface_t* picture, place at);

    double scale_;
    std::unique_ptr<cairo_surface_t, freed> surface_;
    std::unique_ptr<cairo_t, freed> context_;
};

} // namespace thimble::virtualphone
