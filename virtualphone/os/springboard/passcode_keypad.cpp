#include "virtualphone/os/springboard/passcode_keypad.hpp"

#include "virtualphone/os/toolkit/controls.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {

passcode_keypad::passcode_keypad(std::string passcode,
                                 std::function<void()> unlock,
                                 std::function<void()> cancel)
    : passcode_(std::move(passcode)), unlock_(std::move(unlock)), cancel_(std::move(cancel))
{
}

void passcode_keypad::type(char character)
{
    if (disabled())
        return;
    refused_ = false;
    entered_ += character;
    if (entered_.size() < passcode_.size())
        return;
    const bool right = std::exchange(entered_, std::string()) == passcode_;
    if (right)
        return unlock_();
    refused_ = true;
    if (++wrong_attempts_ >= attempts_allowed)
        disabled_until_ = now_ + disabled_for;
}

void passcode_keypad::clear()
{
    refused_ = false;
    entered_.clear();
}

void passcode_keypad::forgive()
{
    clear();
    wrong_attempts_ = 0;
    disabled_until_.reset();
}

bool passcode_keypad::advance(milliseconds now)
{
    now_ = now;
    if (!disabled() || now_ < *disabled_until_)
        return false;
    disabled_until_.reset();
    clear();
    return true;
}

view passcode_keypad::show(const screen_layout& screen)
{
    return disabled() ? refusal_of(screen) : keys(screen);
}

view passcode_keypad::refusal_of(const screen_layout& screen)
{
    const double top = screen.height * 0.3;
    view out{.frame = screen.whole()};
    out.children.push_back(label({.x = 0, .y = top, .width = screen.width, .height = 44},
                                 screen.pad ? "iPad Unavailable" : "iPhone Unavailable",
                                 {.size = 30,
                                  .weight = font_weight::semibold,
                                  .ink = palette::white,
                                  .align = alignment::centre}));
    out.children.push_back(label({.x = 0, .y = top + 48, .width = screen.width, .height = 26},
                                 "try again in 1 minute",
                                 {.size = 18, .ink = palette::white, .align = alignment::centre}));
    return out;
}

view passcode_keypad::keys(const screen_layout& screen)
{
    const double radius = std::min({37.5, screen.width / 9, screen.height / 16});
    const double pitch_x = radius * 2.6;
    const double pitch_y = radius * 2.35;
    const double top = screen.height / 2 - pitch_y;
    const double middle = screen.width / 2;

    view out{.frame = screen.whole()};
    out.children.push_back(
        label({.x = 0, .y = top - radius * 3.6, .width = screen.width, .height = 28},
              refused_ ? "Wrong Passcode" : "Enter Passcode",
              {.size = 20, .ink = palette::white, .align = alignment::centre}));
    out.children.push_back(dots(screen, top - radius * 2.1));
    for (int digit = 1; digit <= 9; ++digit)
        out.children.push_back(
            key(static_cast<char>('0' + digit),
                {.x = middle + pitch_x * ((digit - 1) % 3 - 1),
                 .y = top + pitch_y * ((digit - 1) / 3)}, // NOLINT(bugprone-integer-division)
                radius));
    out.children.push_back(key('0', {.x = middle, .y = top + 3 * pitch_y}, radius));
    out.children.push_back(text_button(
        {.x = middle + pitch_x - 40,
         .y = top + 3 * pitch_y + radius - 20,
         .width = 80,
         .height = 40},
        "Cancel", {.size = 17, .ink = palette::white, .align = alignment::centre}, cancel_));
    return out;
}

view passcode_keypad::key(char digit, place centre, double radius)
{
    const rectangle frame{
        .x = centre.x - radius, .y = centre.y - radius, .width = 2 * radius, .height = 2 * radius};
    view out{.frame = frame, .type = "Button", .label = std::string(1, digit)};
    out.identifier = out.label;
    out.on_tap = [this, digit](place) { type(digit); };
    out.paint = [frame, radius, text = out.label](canvas& on) {
        on.fill_rounded(frame, radius, rgb(0xffffff, 0.22));
        on.text(frame, text,
                {.size = radius * 0.95, .ink = palette::white, .align = alignment::centre});
    };
    return out;
}

view passcode_keypad::dots(const screen_layout& screen, double y) const
{
    const auto wanted = passcode_.size();
    view out{.frame = {.x = screen.width / 2 - 100, .y = y - 10, .width = 200, .height = 20},
             .type = "SecureTextField",
             .label = "Passcode field"};
    out.value =
        std::to_string(entered_.size()) + " of " + std::to_string(wanted) + " values entered";
    out.paint = [middle = screen.width / 2, y, wanted, filled = entered_.size()](canvas& on) {
        const double first = middle - 12 * (static_cast<double>(wanted) - 1);
        for (std::size_t i = 0; i < wanted; ++i) {
            const place at{.x = first + 24 * static_cast<double>(i), .y = y};
            on.stroke_circle(at, 6, 1.5, palette::white);
            if (i < filled)
                on.fill_circle(at, 6, palette::white);
        }
    };
    return out;
}

} // namespace thimble::virtualphone
