#include "virtualphone/os/springboard/surfaces/system_surfaces.hpp"

#include <utility>

namespace thimble::virtualphone {

system_surfaces::system_surfaces(const running_apps& apps, wallpaper& behind, surface_host& host)
    : spotlight_(apps, behind, host), app_switcher_(apps, behind, host),
      control_center_(volume_, host), cover_sheet_(behind), siri_(host)
{
}

surface& system_surfaces::surface_of(surface_kind which)
{
    switch (which) {
    case surface_kind::spotlight:
        return spotlight_;
    case surface_kind::app_switcher:
        return app_switcher_;
    case surface_kind::control_center:
        return control_center_;
    case surface_kind::notification_center:
        return cover_sheet_;
    case surface_kind::siri:
        break;
    }
    return siri_;
}

void system_surfaces::open(surface_kind which)
{
    auto& wanted = surface_of(which);
    if (front_ != &wanted)
        close();
    front_ = &wanted;
    shown_ = which;
    wanted.open();
}

bool system_surfaces::close()
{
    auto* closed = std::exchange(front_, nullptr);
    if (closed != nullptr)
        closed->close();
    return closed != nullptr;
}

bool system_surfaces::advance(milliseconds now)
{
    const bool volume_gone = volume_.advance(now);
    const bool banner_gone = silent_mode_.advance(now);
    const bool moved = front_ != nullptr && front_->advance(now);
    return volume_gone || banner_gone || moved;
}

void system_surfaces::add_notices(view& page, const screen_layout& screen) const
{
    if (auto scale = volume_.show(screen))
        page.children.push_back(std::move(*scale));
    if (auto banner = silent_mode_.show(screen))
        page.children.push_back(std::move(*banner));
}

} // namespace thimble::virtualphone
