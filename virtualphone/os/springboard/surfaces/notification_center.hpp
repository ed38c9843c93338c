// The notification centre: the lock screen's face over whatever is in front.
#pragma once

#include "virtualphone/os/draw/wallpaper.hpp"
#include "virtualphone/os/springboard/surfaces/surface.hpp"

namespace thimble::virtualphone {

class notification_center : public surface {
public:
    explicit notification_center(wallpaper& behind) : wallpaper_(behind) {}

    std::string_view name() const override { return "notification_center"; }
    view show(const screen_layout& screen) override;

private:
    wallpaper& wallpaper_;
};

} // namespace thimble::virtualphone
