// A gesture as it will be played: what every finger does at which moment.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <string>
#include <variant>
#include <vector>

namespace thimble::virtualphone::wda {

struct finger_step {
    int finger = 0;
    touch_phase phase = touch_phase::down;
    place where;
};

struct typing_step {
    std::string text;
};

struct timed_step {
    milliseconds at{0}; // from the beginning of the event
    std::variant<finger_step, typing_step> what;
};

/// Steps in the order of time; the event is over at `length`.
struct event_record {
    std::vector<timed_step> steps;
    milliseconds length{0};
};

/// Builds one finger's path. Moves are played as a straight line of samples, 60 a second, the last
/// of them at the end of the move.
class finger_path {
public:
    explicit finger_path(int finger) : finger_(finger) {}

    void down(place where, milliseconds at);
    void move(place to, milliseconds begin, milliseconds length);
    void up(milliseconds at);

    bool is_down() const noexcept { return down_; }
    const place& position() const noexcept { return position_; }
    const std::vector<timed_step>& steps() const noexcept { return steps_; }

private:
    void add(touch_phase phase, milliseconds at);

    int finger_;
    bool down_ = false;
    place position_;
    std::vector<timed_step> steps_;
};

/// Both at once from the same beginning; at the same moment the steps of `first` come first.
event_record in_parallel(const event_record& first, const event_record& second);

} // namespace thimble::virtualphone::wda
