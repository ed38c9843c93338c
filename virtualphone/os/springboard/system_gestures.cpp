// What fingers mean to the system itself: swipes from the edges, and notes of all gestures.
#include "virtualphone/os/gestures/gesture_report.hpp"
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
    for (auto& fields : report(what))
        log_.append(what.at, "gesture", std::move(fields));
}

void springboard::log_gesture(std::string_view name, const gesture& what)
{
    log_.append(what.at, "gesture", report_as(name, what));
}

} // namespace thimble::virtualphone
