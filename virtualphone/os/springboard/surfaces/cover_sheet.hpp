// The notification centre, which comes down as a sheet over whatever is in front.
#pragma once

#include "virtualphone/os/draw/wallpaper.hpp"
#include "virtualphone/os/springboard/surfaces/surface.hpp"

namespace thimble::virtualphone {

class cover_sheet : public surface {
public:
    explicit cover_sheet(wallpaper& behind) : wallpaper_(behind) {}

    std::string_view name() const override { return "notification_center"; }
    view show(const screen_layout& screen) override;

private:
    wallpaper& wallpaper_;
};

} // namespace thimble::virtualphone
