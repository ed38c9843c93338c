// The alerts that wait to be answered: the system's, and those of each app.
#pragma once

#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/os/model/phone_values.hpp"

#include <deque>
#include <string_view>

namespace thimble::virtualphone {

/// The system's alerts come before all others, whatever is in front. An app's alert is in front
/// only while the app is. Among alerts of the same owner the oldest comes first.
class alert_queue {
public:
    explicit alert_queue(event_log& log) : log_(log) {}

    void show(shown_alert what, milliseconds now);
    /// False: no alert is in front with this app, or it has no such button.
    bool answer(std::string_view front_app, std::string_view button, milliseconds now);
    /// The alert in front while this app is; nullptr: none. Valid until the next change.
    const shown_alert* front(std::string_view front_app) const;
    bool system_alert_in_front() const { return front({}) != nullptr; }
    /// No alert waits for an answer, in front or not.
    bool empty() const { return waiting_.empty(); }
    /// The app has ended, and its alerts with it.
    void forget(std::string_view app);

private:
    using queue = std::deque<shown_alert>;
    queue::const_iterator place_of_front(std::string_view front_app) const;

    event_log& log_;
    queue waiting_; // oldest first
};

} // namespace thimble::virtualphone
