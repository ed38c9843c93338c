// Tells views of taps; where a view waits for double taps, of one or the other.
#pragma once

#include "virtualphone/os/gestures/tap_series.hpp"
#include "virtualphone/os/toolkit/view.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace thimble::virtualphone {

/// The innermost view of the path that does anything with taps; nothing: none does.
const view* tap_target(const std::vector<const view*>& path);

class tap_delivery {
public:
    /// Which one of its series this tap is. A view that knows single taps only, as a key does, has
    /// no series: it is tapped each time.
    int count(const gesture& tap, const view* target);
    void tell(const gesture& tap, const view& target);

    /// A tap that waits is told at this time, unless a finger is down that may make it a double
    /// tap. False: none is due.
    bool tell_due(milliseconds now);
    /// Called where no second tap has come since.
    void tell_waiting();
    /// No tap before belongs to a series, and a waiting one is not told at all.
    void forget();
    void end_series() { series_.forget(); }

private:
    struct waiting_tap {
        std::function<void(place)> on_tap;
        place where;
        milliseconds due{};
    };

    tap_series series_;
    std::optional<waiting_tap> waiting_;
};

} // namespace thimble::virtualphone
