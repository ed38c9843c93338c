// The keypad that asks for the passcode, and takes none for a while after too many wrong ones.
#pragma once

#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <optional>
#include <string>

namespace thimble::virtualphone {

class passcode_keypad {
public:
    static constexpr int attempts_allowed = 5; // each wrong one from this on disables it again
    static constexpr milliseconds disabled_for{60'000};

    /// `unlock` and `cancel` are what the right passcode and the button do.
    passcode_keypad(std::string passcode,
                    std::function<void()> unlock,
                    std::function<void()> cancel);

    view show(const screen_layout& screen);
    void type(char character);
    /// Forgets what has been entered.
    void clear();
    /// Counts the wrong ones from none again.
    void forgive();
    /// True when it takes passcodes again.
    bool advance(milliseconds now);

    int wrong_attempts() const { return wrong_attempts_; }
    bool disabled() const { return disabled_until_.has_value(); }

private:
    static view refusal_of(const screen_layout& screen);
    view keys(const screen_layout& screen);
    view key(char digit, place centre, double radius);
    view dots(const screen_layout& screen, double y) const;

    std::string passcode_;
    std::function<void()> unlock_;
    std::function<void()> cancel_;
    std::string entered_;
    bool refused_ = false; // the last one was wrong
    int wrong_attempts_ = 0;
    std::optional<milliseconds> disabled_until_;
    milliseconds now_{0};
};

} // namespace thimble::virtualphone
