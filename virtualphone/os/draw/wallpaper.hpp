// The picture behind the home screen and the lock screen.
#pragma once

#include "virtualphone/os/draw/canvas.hpp"

#include <memory>

namespace thimble::virtualphone {

/// Painted once for each size; not thread-safe.
class wallpaper {
public:
    void draw(canvas& on, double width, double height);

private:
    std::unique_ptr<canvas> painted_;
    double width_ = 0;
    double height_ = 0;
};

} // namespace thimble::virtualphone
