#include "virtualphone/os/springboard/lock_screen.hpp"

#include "virtualphone/os/toolkit/controls.hpp"
#include "virtualphone/os/toolkit/date_view.hpp"

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
    : wallpaper_(behind), unlock_(std::move(unlock))
{
    if (passcode)
        keypad_.emplace(*std::move(passcode), unlock_, [this] { reset(); });
}

void lock_screen::ask_to_open()
{
    if (!keypad_)
        unlock_();
    else
        keypad_shown_ = true;
}

void lock_screen::type(char character)
{
    if (keypad_shown_)
        keypad_->type(character);
}

void lock_screen::reset()
{
    keypad_shown_ = false;
    if (keypad_)
        keypad_->clear();
}

void lock_screen::opened()
{
    keypad_shown_ = false;
    if (keypad_)
        keypad_->forgive();
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
        page.children.push_back(keypad_->show(screen));
        return page;
    }
    page.children.push_back(date_view(screen));
    const auto* hint = screen.edge_leads_home ? "Swipe up to open" : "Press home to unlock";
    page.children.push_back(
        label({.x = 0, .y = screen.height - 62, .width = screen.width, .height = 24}, hint,
              {.size = 16, .ink = palette::white, .align = alignment::centre}));
    return page;
}

} // namespace thimble::virtualphone
