// A long list of rows in rounded groups, as settings are shown.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace thimble::virtualphone {

struct list_row {
    std::string title;
    std::string value;          // on the right, grey
    std::optional<color> badge; // a coloured square on the left, with the title's first letter
    std::optional<bool> on;     // a switch on the right
    bool leads_on = false;      // a chevron on the right
    std::function<void()> chosen = nullptr;
};

struct list_group {
    std::string heading;
    std::vector<list_row> rows;
};

/// Fills `area`; `scroll` is told how far it can go. `title`: large, above the first group.
view grouped_list(const rectangle& area,
                  const screen_layout& screen,
                  const std::string& title,
                  const std::vector<list_group>& groups,
                  scroller& scroll);

/// True if the list's title has been scrolled away, so that the bar has to say it.
bool large_title_gone(const scroller& scroll);

} // namespace thimble::virtualphone
