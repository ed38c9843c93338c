// Parts of a page that follow fingers: they take touches other than a tap.
#pragma once

#include "virtualphone/os/model/phone_values.hpp"

namespace thimble::virtualphone {

/// Gets every touch as it comes, as an app does that draws or plays.
class touch_target {
public:
    virtual ~touch_target() = default;
    virtual void touched(int finger, touch_phase phase, place where) = 0;
    /// The system took the finger away for a gesture of its own.
    virtual void touch_cancelled(int finger) = 0;
};

/// Follows the fingers in every direction, and is pinched and turned by two: a map, a picture.
class movable_content {
public:
    virtual ~movable_content() = default;
    /// True if one finger moves it; if not, the finger may scroll what it lies in.
    virtual bool follows_one_finger() const = 0;
    virtual void move_by(place distance) = 0; // points of the interface
    virtual void scale_by(double factor, place about) = 0;
    virtual void turn_by(double radians, place about) = 0; // clockwise
    /// The fingers have gone: it settles where it may be.
    virtual void let_go() {}
};

/// Is lifted by a finger that rests on it, and follows that finger until it lets go.
class drag_source {
public:
    virtual ~drag_source() = default;
    virtual void carry_to(place where) = 0;
    virtual void drop(place where) = 0;
    /// The system took the finger away.
    virtual void put_back() = 0;
};

} // namespace thimble::virtualphone
