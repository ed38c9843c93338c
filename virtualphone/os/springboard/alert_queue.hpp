// The alerts that wait to be answered, one at a time in front.
#pragma once

#include "virtualphone/os/event_log.hpp"
#include "virtualphone/os/operating_system.hpp"

#include <deque>
#include <optional>
#include <string_view>

namespace thimble::virtualphone {

class alert_queue {
public:
    explicit alert_queue(event_log& log) : log_(log) {}

    void show(shown_alert what, milliseconds now);
    /// False: no alert is in front, or it has no such button.
    bool answer(std::string_view button, milliseconds now);
    const std::optional<shown_alert>& front() const { return front_; }

private:
    void show_next();

    event_log& log_;
    std::optional<shown_alert> front_;
    std::deque<shown_alert> waiting_;
};

} // namespace thimble::virtualphone
