// Volume of the phone, and the scale that shows for a moment when a button changes it.
#pragma once

#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/os/toolkit/screen_layout.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <optional>

namespace thimble::virtualphone {

class volume {
public:
    /// A press of one button: a sixteenth of the whole scale, for as long as there is any left.
    void up(milliseconds now) { change(+1, now); }
    void down(milliseconds now) { change(-1, now); }

    double level() const; // 0..1

    /// True when the scale has gone.
    bool advance(milliseconds now);
    /// The scale, while it shows.
    std::optional<view> show(const screen_layout& screen) const;

private:
    void change(int steps, milliseconds now);

    int steps_ = 8;
    std::optional<milliseconds> shows_until_;
};

} // namespace thimble::virtualphone
