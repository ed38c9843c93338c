// The size and the safe area of what a virtual phone shows, in the orientation it shows it.
#pragma once

#include "virtualphone/os/model/model.hpp"
#include "virtualphone/os/model/phone_values.hpp"

namespace thimble::virtualphone {

/// Everything in points of the upright interface, except for the two sizes in pixels.
struct screen_layout {
    double width = 0;
    double height = 0;
    int width_px = 0;
    int height_px = 0;
    double scale = 1; // pixels for one point

    // Covered by system furniture: status bar or sensors above, home indicator below.
    double safe_top = 0;
    double safe_bottom = 0;
    double safe_side = 0;

    bool home_indicator = false;  // else there is a home button
    bool edge_leads_home = false; // a swipe up from the bottom: not on an iPhone with a home button
    bool pad = false;
    bool landscape = false;

    rectangle whole() const { return {.x = 0, .y = 0, .width = width, .height = height}; }
};

screen_layout lay_out(const model& hardware, turned interface);

} // namespace thimble::virtualphone
