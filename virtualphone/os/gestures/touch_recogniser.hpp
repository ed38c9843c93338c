// Makes taps, holds, drags and pinches of raw touch samples, by the rules that iOS has.
#pragma once

#include "virtualphone/os/gestures/two_finger_tracker.hpp"
#include "virtualphone/os/model/event_log.hpp"
#include "virtualphone/os/model/phone_values.hpp"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace thimble::virtualphone {

enum class gesture_kind : std::uint8_t {
    tap,
    long_press,
    pan_begin, // the finger has left the spot where it came down
    pan_move,
    pan_end,
    two_fingers_begin, // they have begun to pinch, to turn or to wander together
    two_fingers_move,
    two_fingers_end,
};

struct gesture {
    gesture_kind kind = gesture_kind::tap;
    place start;    // where the finger came down; the middle of two
    place where;    // where it is now
    place velocity; // points a second; of pan_end alone
    milliseconds at{0};
    int fingers = 1;       // the most that were down together since the first came down
    milliseconds began{0}; // when the first finger came down

    int taps = 1;      // of a tap: which one of its series
    bool held = false; // of a pan: the finger rested for a long press before it moved

    // Of two fingers, since they came down.
    bool pinched = false;
    bool rotated = false;
    double scale = 1;
    double radians = 0; // clockwise
};

/// Follows one sequence of touches, from the first finger down to the last one up. Its first finger
/// leads; a second one that joins it before it has moved makes a pair. Pure: no clock, no views.
class touch_recogniser {
public:
    static constexpr double slop = 10;                  // points a tap may wander
    static constexpr milliseconds long_press_time{500}; // held this long without wandering
    static constexpr milliseconds velocity_window{100}; // what counts as the speed at the end

    /// `reported`: the moment by the clock of the host whose report tells of it. Speeds are
    /// measured by it where there is one: reports may come late and close together.
    std::vector<gesture> touch(int finger,
                               touch_phase phase,
                               place where,
                               milliseconds at,
                               std::optional<milliseconds> reported = std::nullopt);
    /// Gestures that time alone brings about.
    std::vector<gesture> advance(milliseconds now);

    bool any_finger_down() const { return !fingers_down_.empty(); }
    /// Nothing more comes of the fingers that are down now.
    void cancel();

private:
    enum class phase : std::uint8_t { idle, pressing, held, panning, paired, over };

    struct sample {
        place where;
        milliseconds at{}; // by the clock of its reports
    };

    void down(int finger, place where, milliseconds at, milliseconds measured);
    std::vector<gesture> move(place where, milliseconds at, milliseconds measured);
    std::vector<gesture> up(place where, milliseconds at, milliseconds measured);
    std::vector<gesture> move_pair(milliseconds at);
    std::vector<gesture> part_pair(milliseconds at);
    gesture make(gesture_kind kind, place where, milliseconds at) const;
    gesture make_of_pair(gesture_kind kind, milliseconds at) const;
    void remember(place where, milliseconds at);
    place velocity(milliseconds at) const;
    /// Between the two oldest samples.
    place where_at(milliseconds at) const;

    phase phase_ = phase::idle;
    std::map<int, place> fingers_down_;
    int leader_ = 0;
    int second_ = 0; // of a pair
    int most_fingers_ = 0;
    bool held_ = false;
    place start_;
    milliseconds began_{0};
    std::deque<sample> recent_; // of the leader
    two_finger_tracker pair_;
    bool pair_moves_ = false; // it has been said
};

} // namespace thimble::virtualphone
