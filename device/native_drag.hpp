// Drags that the phone's own test framework makes, beside the touches that are played as paths.
#pragma once

#include "device/failure.hpp"
#include "gesture/touch_path.hpp"
#include "screen/orientation.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>

namespace thimble::device {

/// A finger that presses, is dragged in a straight line, and rests before it lifts; in points of
/// the upright interface.
struct press_and_drag {
    gesture::point from;
    gesture::point to;
    std::chrono::milliseconds press{0}; // before it moves
    double velocity = 0;                // points a second
    std::chrono::milliseconds rest{0};  // after it has moved
};

/// Drags by the phone's own test framework. A path that is played from an edge of the screen may be
/// taken for a touch at the app there; one of these belongs to the system.
class native_dragger {
public:
    virtual ~native_dragger() = default;

    /// Makes a drag that was made for `made_for`; refuses with stale_frame when the interface
    /// differs by now.
    virtual boost::asio::awaitable<result<void>> drag(press_and_drag what,
                                                      screen::interface made_for) = 0;
};

} // namespace thimble::device
