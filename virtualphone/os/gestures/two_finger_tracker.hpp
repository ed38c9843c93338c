// Tracker of two fingers: how far they spread, turn and wander.
#pragma once

#include "virtualphone/os/model/phone_values.hpp"

namespace thimble::virtualphone {

/// Follows two fingers from the moment at which both are down. Small changes of distance and angle
/// come with every movement of a hand, so neither counts before it is large enough to be meant; the
/// one that comes first raises the bar for the other. A change that counts, counts from the
/// beginning.
class two_finger_tracker {
public:
    static constexpr double pinch_slop = 10;          // points of distance
    static constexpr double pinch_slop_turning = 0.2; // of the distance, once the fingers turn
    static constexpr double turn_slop = 10;           // degrees
    static constexpr double turn_slop_pinching = 25;  // degrees, once the fingers pinch
    static constexpr double pan_slop = 10;            // points

    void begin(place one, place other);
    void move(place one, place other);

    bool pinches() const { return pinches_; }
    bool turns() const { return turns_; }
    /// They pinch, turn, or have both wandered off.
    bool moves() const { return moves_; }

    double scale() const { return pinches_ ? distance_ / distance_before_ : 1; }
    double radians() const { return turns_ ? angle_ : 0; } // clockwise; several turns add up
    place start() const { return middle_before_; }
    place middle() const { return middle_; }

private:
    void decide();

    double distance_before_ = 1;
    double distance_ = 1;
    double direction_ = 0; // of the line between them, radians
    double angle_ = 0;     // turned since the beginning
    place middle_before_;
    place middle_;
    bool pinches_ = false;
    bool turns_ = false;
    bool moves_ = false;
};

} // namespace thimble::virtualphone
