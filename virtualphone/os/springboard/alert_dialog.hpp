// An alert in front of everything: what it looks like, and the buttons that answer it.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>

namespace thimble::virtualphone {

view alert_dialog(const shown_alert& what,
                  const screen_layout& screen,
                  const std::function<void(const std::string& button)>& answer);

} // namespace thimble::virtualphone
