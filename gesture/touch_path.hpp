// Path of fingers as a value: timed points, no clock, no device.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace thimble::gesture {

/// A place on the upright interface, in points, origin top left.
struct point {
    double x = 0;
    double y = 0;

    friend bool operator==(const point&, const point&) = default;
};

/// Where a finger is at a moment, counted from the start of the path.
struct sample {
    std::chrono::milliseconds at{0};
    point where;

    friend bool operator==(const sample&, const sample&) = default;
};

/// One finger from down (first sample) to up (last sample). Between two samples it moves evenly.
/// Never empty; times never decrease; a tap is two samples at one place.
struct contact {
    std::vector<sample> samples;

    friend bool operator==(const contact&, const contact&) = default;
};

/// A whole gesture. Contacts that overlap in time are different fingers.
struct touch_path {
    std::vector<contact> contacts;

    /// From the first finger down to the last one up.
    std::chrono::milliseconds duration() const;

    friend bool operator==(const touch_path&, const touch_path&) = default;
};

/// Time that a finger rests before it lifts where nothing is to go on by momentum: longer than the
/// tenth of a second over which a phone measures the finger's speed.
constexpr std::chrono::milliseconds rest_before_lift{150};

/// One line a contact, for logs and failing tests: "0ms (10,20) -> 50ms (10,20)".
std::string to_string(const touch_path& path);

} // namespace thimble::gesture
