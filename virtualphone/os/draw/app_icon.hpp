// The pictures by which apps are known on the home screen.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"

#include <cstdint>

namespace thimble::virtualphone {

enum class app_icon : std::uint8_t {
    sketch,
    settings,
    notes,
    calculator,
    clock,
    reminders,
    contacts,
    weather,
    flashlight,
    maps,
    photos,
    files,
    safari,
    shortcuts,
    messages,
};

/// `frame` is a square.
void draw_icon(canvas& on, app_icon which, const rectangle& frame);

} // namespace thimble::virtualphone
