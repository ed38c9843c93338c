// The date and the time in large letters, on the lock screen and above the notifications.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

namespace thimble::virtualphone {

view date_view(const screen_layout& screen);

} // namespace thimble::virtualphone
