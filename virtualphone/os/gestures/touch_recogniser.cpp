#include "virtualphone/os/gestures/touch_recogniser.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::virtualphone {

std::vector<gesture>
touch_recogniser::touch(int finger, touch_phase phase, place where, milliseconds at)
{
    if (phase == touch_phase::down)
        return fingers_down_.contains(finger) ? std::vector<gesture>{} : down(finger, where, at);
    const auto known = fingers_down_.find(finger);
    if (known == fingers_down_.end())
        return {};
    known->second = where;
    std::vector<gesture> found;
    if (finger == leader_)
        found = phase == touch_phase::move ? move(where, at) : up(where, at);
    if (phase == touch_phase::up)
        fingers_down_.erase(known);
    if (fingers_down_.empty())
        phase_ = phase::idle;
    return found;
}

std::vector<gesture> touch_recogniser::advance(milliseconds now)
{
    if (phase_ != phase::pressing || most_fingers_ > 1 || now < began_ + long_press_time)
        return {};
    phase_ = phase::held;
    return {make(gesture_kind::long_press, start_, began_ + long_press_time)};
}

void touch_recogniser::cancel()
{
    if (phase_ != phase::idle)
        phase_ = phase::over;
}

std::vector<gesture> touch_recogniser::down(int finger, place where, milliseconds at)
{
    if (fingers_down_.empty()) {
        phase_ = phase::pressing;
        leader_ = finger;
        most_fingers_ = 0;
        start_ = where;
        began_ = at;
        recent_.clear();
        remember(where, at);
    }
    fingers_down_.emplace(finger, where);
    most_fingers_ = std::max(most_fingers_, static_cast<int>(fingers_down_.size()));
    return {};
}

std::vector<gesture> touch_recogniser::move(place where, milliseconds at)
{
    remember(where, at);
    if (phase_ == phase::panning)
        return {make(gesture_kind::pan_move, where, at)};
    const bool waiting = phase_ == phase::pressing || phase_ == phase::held;
    if (!waiting || std::hypot(where.x - start_.x, where.y - start_.y) <= slop)
        return {};
    phase_ = phase::panning;
    return {make(gesture_kind::pan_begin, where, at)};
}

std::vector<gesture> touch_recogniser::up(place where, milliseconds at)
{
    std::vector<gesture> found;
    if (phase_ == phase::panning)
        remember(where, at);
    else
        found = move(where, at); // a finger may lift elsewhere than it was last seen
    if (phase_ == phase::pressing && most_fingers_ == 1)
        found.push_back(make(gesture_kind::tap, start_, at));
    if (phase_ == phase::panning) {
        auto end = make(gesture_kind::pan_end, where, at);
        end.velocity = velocity(at);
        found.push_back(end);
    }
    phase_ = phase::over; // fingers that are still down do nothing more
    return found;
}

gesture touch_recogniser::make(gesture_kind kind, place where, milliseconds at) const
{
    return {.kind = kind,
            .start = start_,
            .where = where,
            .velocity = {},
            .at = at,
            .fingers = most_fingers_};
}

void touch_recogniser::remember(place where, milliseconds at)
{
    recent_.push_back({.where = where, .at = at});
    // The last sample before the window stays: it says where the finger was when the window opened.
    while (recent_.size() > 2 && recent_[1].at <= at - velocity_window)
        recent_.pop_front();
}

place touch_recogniser::velocity(milliseconds at) const
{
    const auto opened = std::max(at - velocity_window, recent_.front().at);
    const double seconds = (at - opened).count() / 1000;
    if (seconds <= 0)
        return {};
    const auto first = where_at(opened);
    const auto& last = recent_.back().where;
    return {.x = (last.x - first.x) / seconds, .y = (last.y - first.y) / seconds};
}

place touch_recogniser::where_at(milliseconds at) const
{
    const auto& before = recent_.front();
    const auto& after = recent_[1];
    const double t = after.at > before.at ? (at - before.at) / (after.at - before.at) : 1;
    return {.x = std::lerp(before.where.x, after.where.x, t),
            .y = std::lerp(before.where.y, after.where.y, t)};
}

} // namespace thimble::virtualphone
