// The dark bubble over a selection: Cut, Copy, Paste and the like.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <string>
#include <vector>

namespace thimble::virtualphone {

struct menu_item {
    std::string title;
    std::function<void()> chosen;
};

/// Above `what` where there is room, over whatever is there, else below; in points.
view edit_menu(const std::vector<menu_item>& items,
               const rectangle& what,
               const screen_layout& screen);

} // namespace thimble::virtualphone
