// From which side and how near a map is looked at.
#pragma once

#include "virtualphone/os/model/phone_values.hpp"

namespace thimble::virtualphone {

/// Map units are the points that the map has at zoom 1; y grows to the south while the map is not
/// turned.
struct map_camera {
    static constexpr double farthest = 0.25;
    static constexpr double nearest = 20;
    static constexpr double edge = 20'000; // map units from the origin to where the world ends

    place middle;       // of the screen, points
    place centre;       // what is shown there, map units
    double zoom = 1;    // points for one map unit
    double radians = 0; // clockwise, -pi..pi

    place to_screen(place on_map) const;
    place to_map(place on_screen) const;

    /// The map is pushed by this many points.
    void move_by(place distance);
    /// The place under `about`, which is one on the screen, stays there.
    void scale_by(double factor, place about);
    void turn_by(double angle, place about);

private:
    void keep(place on_map, place on_screen);
};

} // namespace thimble::virtualphone
