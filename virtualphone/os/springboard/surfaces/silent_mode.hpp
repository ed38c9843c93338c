// Silent mode of the phone, and the banner that shows when the action button changes it.
#pragma once

#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <optional>

namespace thimble::virtualphone {

class silent_mode {
public:
    void toggle(milliseconds now);
    bool on() const { return on_; }

    /// True when the banner has gone.
    bool advance(milliseconds now);
    /// The banner, while it shows.
    std::optional<view> show(const screen_layout& screen) const;

private:
    bool on_ = false;
    std::optional<milliseconds> shows_until_;
};

} // namespace thimble::virtualphone
