// The three spaces of a screen, and the exact way from each to the others.
//
//   screenshot   whole pixels of the picture that a caller saw (longest edge 1344), upright
//   interface    points of the upright interface: what touches are made in
//   panel        native pixels of the glass, held upright in portrait, whatever is shown on it
#pragma once

#include "screen/orientation.hpp"

namespace thimble::screen {

/// A whole pixel, counted from the top left.
struct pixel {
    int x = 0;
    int y = 0;

    friend bool operator==(const pixel&, const pixel&) = default;
};

/// A place between pixels or points: pixel (0,0) reaches from 0 to 1 and has its centre at 0.5.
struct place {
    double x = 0;
    double y = 0;

    friend bool operator==(const place&, const place&) = default;
};

/// One screen as it is turned now. A value; recompute it when the phone turns.
class geometry {
public:
    /// `panel` in portrait; `shown` as it is turned now; `screenshot` upright.
    geometry(pixel_size panel, const interface& shown, pixel_size screenshot);

    /// The centre of a screenshot pixel, in points. Always inside the interface, its edges
    /// excluded.
    place to_interface(pixel on_screenshot) const;

    /// The screenshot pixel that shows a place; places outside give the nearest pixel.
    pixel to_screenshot(place on_interface) const;

    /// Between points and native pixels of the panel in portrait.
    place to_panel(place on_interface) const;
    place from_panel(place on_panel) const;

private:
    pixel_size panel_;
    interface shown_;
    pixel_size screenshot_;
};

} // namespace thimble::screen
