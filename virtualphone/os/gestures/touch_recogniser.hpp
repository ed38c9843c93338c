// Makes taps, holds and drags of raw touch samples, by the rules that iOS has.
#pragma once

#include "virtualphone/os/operating_system.hpp"

#include <deque>
#include <map>
#include <vector>

namespace thimble::virtualphone {

enum class gesture_kind : std::uint8_t {
    tap,
    long_press,
    pan_begin, // the finger has left the spot where it came down
    pan_move,
    pan_end,
};

struct gesture {
    gesture_kind kind = gesture_kind::tap;
    place start;    // where the finger came down
    place where;    // where it is now
    place velocity; // points a second; of pan_end alone
    milliseconds at{0};
    int fingers = 1; // the most that were down together since the first came down
};

/// Follows one sequence of touches, from the first finger down to the last one up; its first finger
/// leads. Pure: no clock, no views.
class touch_recogniser {
public:
    static constexpr double slop = 10;                  // points a tap may wander
    static constexpr milliseconds long_press_time{500}; // held this long without wandering
    static constexpr milliseconds velocity_window{100}; // what counts as the speed at the end

    std::vector<gesture> touch(int finger, touch_phase phase, place where, milliseconds at);
    /// What time alone brings about.
    std::vector<gesture> advance(milliseconds now);

    bool any_finger_down() const { return !fingers_down_.empty(); }
    /// Nothing more comes of the fingers that are down now.
    void cancel();

private:
    enum class phase : std::uint8_t { idle, pressing, held, panning, over };

    struct sample {
        place where;
        milliseconds at;
    };

    std::vector<gesture> down(int finger, place where, milliseconds at);
    std::vector<gesture> move(place where, milliseconds at);
    std::vector<gesture> up(place where, milliseconds at);
    gesture make(gesture_kind kind, place where, milliseconds at) const;
    void remember(place where, milliseconds at);
    place velocity(milliseconds at) const;
    /// Between the two oldest samples.
    place where_at(milliseconds at) const;

    phase phase_ = phase::idle;
    std::map<int, place> fingers_down_;
    int leader_ = 0;
    int most_fingers_ = 0;
    place start_;
    milliseconds began_{0};
    std::deque<sample> recent_; // of the leader
};

} // namespace thimble::virtualphone
