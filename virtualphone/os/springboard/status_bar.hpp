// Status bar and home indicator, which the system draws over every page.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

namespace thimble::virtualphone {

/// `light`: for dark pages. Nothing is drawn where an iPhone on its side hides the bar.
view status_bar(const screen_layout& screen, bool light);

/// Empty on phones with a home button.
view home_indicator(const screen_layout& screen, bool light);

} // namespace thimble::virtualphone
