// The bar at the top of a page: its title, the way back, and a button on the right.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <string>

namespace thimble::virtualphone {

struct bar_button {
    std::string text; // empty: no button
    std::function<void()> pressed;
};

struct navigation_bar {
    static constexpr double height = 44; // points, below the status bar

    std::string title;
    bar_button back;
    bar_button action;
    color ground = palette::page;
    color tint = palette::blue; // of the buttons

    view show(const screen_layout& screen) const;

    /// Area that remains for the page, down to the bottom edge.
    static rectangle area_below(const screen_layout& screen);
};

} // namespace thimble::virtualphone
