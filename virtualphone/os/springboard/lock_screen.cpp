#include "virtualphone/os/springboard/lock_screen.hpp"

#include "virtualphone/os/controls/controls.hpp"
#include "virtualphone/os/springboard/date_view.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone {
namespace {

void draw_padlock(canvas& on, place centre)
{
    on.stroke_circle({.x = centre.x, .y = centre.y - 5}, 6, 2.5, palette::white);
    on.fill_rounded({.x = centre.x - 9, .y = centre.y - 4, .width = 18, .height = 14}, 3.5,
                    palette::white);
}

} // namespace

lock_screen::lock_screen(std::optional<std::string> passcode,
                         wallpaper& behind,
                         std::function<void()> unlock)
    : passcode_(std::move(passcode)), wallpaper_(behind), unlock_(std::move(unlock))
{
}

void lock_screen::ask_to_open()
{
    if (!passcode_)
        unlock_();
    else
        keypad_shown_ = true;
}

void lock_screen::type(char digit)
{
    if (!keypad_shown_ || !passcode_)
        return;
    refused_ = false;
    entered_ += digit;
    if (entered_.size() < passcode_->size())
        return;
    const bool right = entered_ == *passcode_;
    entered_.clear();
    refused_ = !right;
    if (right)
        unlock_();
}

void lock_screen::reset()
{
    keypad_shown_ = false;
    refused_ = false;
    entered_.clear();
}

view lock_screen::show(const screen_layout& screen)
{
    view page{.frame = screen.whole()};
    page.opaque = true;
    page.paint = [this, screen](canvas& on) {
        wallpaper_.draw(on, screen.width, screen.height);
        if (keypad_shown_)
            on.fill(screen.whole(), rgb(0x101024, 0.6));
        else
            draw_padlock(on, {.x = screen.width / 2, .y = screen.safe_top + 14});
    };
    if (keypad_shown_) {
        page.children.push_back(keypad(screen));
        return page;
    }
    page.children.push_back(date_view(screen));
    const auto* hint = screen.edge_leads_home ? "Swipe up to open" : "Press home to unlock";
    page.children.push_back(
        label({.x = 0, .y = screen.height - 62, .width = screen.width, .height = 24}, hint,
              {.size = 16, .ink = palette::white, .align = alignment::centre}));
    return page;
}

view lock_screen::keypad(const screen_layout& screen)
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
    out.children.push_back(
        text_button({.x = middle + pitch_x - 40,
                     .y = top + 3 * pitch_y + radius - 20,
                     .width = 80,
                     .height = 40},
                    "Cancel", {.size = 17, .ink = palette::white, .align = alignment::centre},
                    [this] { reset(); }));
    return out;
}

view lock_screen::key(char digit, place centre, double radius)
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

view lock_screen::dots(const screen_layout& screen, double y) const
{
    const auto wanted = passcode_ ? passcode_->size() : 0;
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
