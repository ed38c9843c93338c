#include "virtualphone/os/toolkit/date_view.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

namespace thimble::virtualphone {

view date_view(const screen_layout& screen)
{
    constexpr double date_height = 28;
    constexpr double time_height = 100;
    const double top = screen.safe_top + screen.height * 0.04;
    const rectangle frame{
        .x = 0, .y = top, .width = screen.width, .height = date_height + time_height};
    view out{.frame = frame, .type = "Other", .label = "9:41, Tuesday 9 September"};
    out.identifier = "lockscreen-date-view";
    out.children.push_back(label({.x = 0, .y = top, .width = screen.width, .height = date_height},
                                 "Tuesday 9 September",
                                 {.size = 21,
                                  .weight = font_weight::semibold,
                                  .ink = palette::white,
                                  .align = alignment::centre}));
    out.children.push_back(label(
        {.x = 0, .y = top + date_height, .width = screen.width, .height = time_height}, "9:41",
        {.size = 92,
         .weight = font_weight::bold,
         .ink = palette::white,
         .align = alignment::centre}));
    return out;
}

} // namespace thimble::virtualphone
