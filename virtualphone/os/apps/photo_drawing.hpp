// The pictures in the photo library of a virtual phone.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"

namespace thimble::virtualphone {

inline constexpr double photo_aspect = 4.0 / 3; // width to height

/// A landscape of its own for each number; fills `frame`, whatever its shape. A large one has the
/// grain of a camera, which makes its screenshots as heavy as those of a real photo.
void draw_photo(canvas& on, const rectangle& frame, std::size_t number);

} // namespace thimble::virtualphone
