// The lock screen, and the keypad that asks for the passcode.
#pragma once

#include "virtualphone/os/draw/wallpaper.hpp"
#include "virtualphone/os/screen_layout.hpp"
#include "virtualphone/os/view.hpp"

#include <functional>
#include <optional>
#include <string>

namespace thimble::virtualphone {

class lock_screen {
public:
    lock_screen(std::optional<std::string> passcode,
                wallpaper& behind,
                std::function<void()> unlock);

    view show(const screen_layout& screen);

    /// Somebody wants in (a swipe up, the home button): it opens, or asks for the passcode.
    void ask_to_open();
    void type(char digit);
    /// As it is when the phone has just been locked.
    void reset();
    bool keypad_shown() const { return keypad_shown_; }

private:
    view keypad(const screen_layout& screen);
    view key(char digit, place centre, double radius);
    view dots(const screen_layout& screen, double y) const;

    std::optional<std::string> passcode_;
    wallpaper& wallpaper_;
    std::function<void()> unlock_;
    bool keypad_shown_ = false;
    bool refused_ = false; // the last passcode was wrong
    std::string entered_;
};

} // namespace thimble::virtualphone
