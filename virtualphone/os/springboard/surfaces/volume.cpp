#include "virtualphone/os/springboard/surfaces/volume.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace thimble::virtualphone {
namespace {

constexpr int all_steps = 16;
constexpr milliseconds shown_for{1500};

} // namespace

double volume::level() const
{
    return static_cast<double>(steps_) / all_steps;
}

void volume::change(int steps, milliseconds now)
{
    steps_ = std::clamp(steps_ + steps, 0, all_steps);
    shows_until_ = now + shown_for;
}

bool volume::advance(milliseconds now)
{
    if (!shows_until_ || now < *shows_until_)
        return false;
    shows_until_.reset();
    return true;
}

std::optional<view> volume::show(const screen_layout& screen) const
{
    if (!shows_until_)
        return std::nullopt;
    const rectangle frame{.x = std::max(screen.safe_side, 8.0),
                          .y = screen.height * 0.26,
                          .width = 10,
                          .height = std::min(150.0, screen.height * 0.4)};
    view out{.frame = frame, .type = "Slider", .label = "Volume", .identifier = "volume-hud"};
    out.value = std::to_string(std::lround(level() * 100)) + "%";
    out.paint = [frame, level = level()](canvas& on) {
        on.fill_rounded(frame, frame.width / 2, rgb(0x303036, 0.85));
        const canvas::clip filled(on, {.x = frame.x,
                                       .y = frame.y + frame.height * (1 - level),
                                       .width = frame.width,
                                       .height = frame.height * level});
        on.fill_rounded(frame, frame.width / 2, palette::white);
    };
    return out;
}

} // namespace thimble::virtualphone
