#include "virtualphone/os/springboard/surfaces/cover_sheet.hpp"

#include "virtualphone/os/toolkit/controls.hpp"
#include "virtualphone/os/toolkit/date_view.hpp"

namespace thimble::virtualphone {

view cover_sheet::show(const screen_layout& screen)
{
    view page{.frame = screen.whole(), .type = "Other", .label = "Notification Center"};
    page.opaque = true;
    page.paint = [this, screen](canvas& on) { wallpaper_.draw(on, screen.width, screen.height); };
    auto date = date_view(screen);
    const double below = date.frame.y + date.frame.height;
    page.children.push_back(std::move(date));
    constexpr double width = 240;
    const rectangle note{.x = (screen.width - width) / 2,
                         .y = below + (screen.height - below) * 0.25,
                         .width = width,
                         .height = 44};
    page.children.push_back(panel(note, 22, rgb(0x101024, 0.45)));
    page.children.push_back(label(note, "No Older Notifications",
                                  {.size = 17, .ink = palette::white, .align = alignment::centre}));
    return page;
}

} // namespace thimble::virtualphone
