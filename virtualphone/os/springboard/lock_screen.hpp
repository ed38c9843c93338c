// The lock screen: the date, and behind it the keypad where there is a passcode.
#pragma once

#include "virtualphone/os/draw/wallpaper.hpp"
#include "virtualphone/os/springboard/passcode_keypad.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <optional>
#include <string>

namespace thimble::virtualphone {

class lock_screen {
public:
    lock_screen(std::optional<std::string> passcode,
                wallpaper& behind,
                std::function<void()> unlock);
    lock_screen(const lock_screen&) = delete;
    lock_screen& operator=(const lock_screen&) = delete;

    view show(const screen_layout& screen);

    /// Somebody wants in (a swipe up, the home button): it opens, or asks for the passcode.
    void ask_to_open();
    void type(char character);
    /// As it is when the phone has just been locked.
    void reset();
    /// It has been unlocked: wrong passcodes are forgiven.
    void opened();
    /// True when it looks different from before.
    bool advance(milliseconds now) { return keypad_ && keypad_->advance(now); }

    bool keypad_shown() const { return keypad_shown_; }
    int wrong_attempts() const { return keypad_ ? keypad_->wrong_attempts() : 0; }
    bool disabled() const { return keypad_ && keypad_->disabled(); }

private:
    wallpaper& wallpaper_;
    std::function<void()> unlock_;
    std::optional<passcode_keypad> keypad_; // where there is a passcode
    bool keypad_shown_ = false;
};

} // namespace thimble::virtualphone
