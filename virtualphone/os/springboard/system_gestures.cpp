// What fingers mean to the system itself: swipes from the edges, and notes of all gestures.
#include "virtualphone/os/springboard/springboard.hpp"

#include <cmath>
#include <utility>

namespace thimble::virtualphone {

bool springboard::is_edge_swipe(place start, place where) const
{
    constexpr double edge = 20; // points from the bottom
    const bool upwards = start.y - where.y > std::abs(where.x - start.x);
    return screen_.home_indicator && start.y >= screen_.height - edge && upwards;
}

void springboard::edge_swiped(const gesture& end)
{
    constexpr double fast = 300;      // points a second: thrown away, not put aside
    constexpr double far_enough = 80; // points, for a lock screen, which has nothing else to do
    const bool thrown = end.velocity.y < -fast;
    log_gesture("home_swipe", end);
    if (locked_) {
        if (thrown || end.start.y - end.where.y > far_enough)
            lock_screen_.ask_to_open();
    } else if (thrown) {
        go_home();
    }
}

void springboard::recognised(const gesture& what)
{
    constexpr double flick_speed = 250; // points a second at the end
    switch (what.kind) {
    case gesture_kind::tap:
        return log_gesture("tap", what);
    case gesture_kind::long_press:
        return log_gesture("long_press", what);
    case gesture_kind::pan_end:
        return log_gesture(
            std::hypot(what.velocity.x, what.velocity.y) > flick_speed ? "flick" : "pan", what);
    case gesture_kind::pan_begin:
    case gesture_kind::pan_move:
        return;
    }
}

void springboard::log_gesture(std::string_view name, const gesture& what)
{
    nlohmann::json fields{
        {"name", name}, {"x", what.start.x}, {"y", what.start.y}, {"fingers", what.fingers}};
    if (what.kind == gesture_kind::pan_end) {
        fields["to_x"] = what.where.x;
        fields["to_y"] = what.where.y;
        fields["velocity_x"] = what.velocity.x;
        fields["velocity_y"] = what.velocity.y;
    }
    log_.append(what.at, "gesture", std::move(fields));
}

} // namespace thimble::virtualphone
