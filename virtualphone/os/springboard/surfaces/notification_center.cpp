#include "virtualphone/os/springboard/surfaces/notification_center.hpp"

#include "virtualphone/os/controls/controls.hpp"
#include "virtualphone/os/springboard/date_view.hpp"

namespace thimble::virtualphone {

view notification_center::show(const screen_layout& screen)
{
    view page{.frame = screen.whole(), .type = "Other", .label = "Notification Center"};
    page.opaque = true;
    page.paint = [this, screen](canvas& on) { wallpaper_.draw(on, screen.width, screen.height); };
    auto date = date_view(screen);
    const double below = date.frame.y + date.frame.height;
    page.children.push_back(std::move(date));
    page.children.push_back(label(
        {.x = 0, .y = below + (screen.height - below) * 0.3, .width = screen.width, .height = 24},
        "No Older Notifications",
        {.size = 17, .ink = rgb(0xffffff, 0.75), .align = alignment::centre}));
    return page;
}

} // namespace thimble::virtualphone
