#include "virtualphone/os/springboard/surfaces/silent_mode.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

namespace thimble::virtualphone {

void silent_mode::toggle(milliseconds now)
{
    constexpr milliseconds shown_for{2000};
    on_ = !on_;
    shows_until_ = now + shown_for;
}

bool silent_mode::advance(milliseconds now)
{
    if (!shows_until_ || now < *shows_until_)
        return false;
    shows_until_.reset();
    return true;
}

std::optional<view> silent_mode::show(const screen_layout& screen) const
{
    if (!shows_until_)
        return std::nullopt;
    constexpr double width = 160; // beside the clock
    constexpr double height = 37;
    const rectangle frame{
        .x = (screen.width - width) / 2, .y = 11, .width = width, .height = height};
    auto banner = panel(frame, height / 2, palette::black);
    banner.type = "Other";
    banner.identifier = "silent-mode-banner";
    banner.children.push_back(label(frame, on_ ? "Silent Mode On" : "Silent Mode Off",
                                    {.size = 14,
                                     .weight = font_weight::semibold,
                                     .ink = on_ ? palette::red : palette::white,
                                     .align = alignment::centre}));
    return banner;
}

} // namespace thimble::virtualphone
