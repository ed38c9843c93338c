#include "virtualphone/os/gestures/touch_recogniser.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::virtualphone {

std::vector<gesture> touch_recogniser::touch(int finger,
                                             touch_phase phase,
                                             place where,
                                             milliseconds at,
                                             std::optional<milliseconds> reported)
{
    const milliseconds measured = reported.value_or(at);
    if (phase == touch_phase::down) {
        if (!fingers_down_.contains(finger))
            down(finger, where, at, measured);
        return {};
    }
    const auto known = fingers_down_.find(finger);
    if (known == fingers_down_.end())
        return {};
    known->second = where;
    std::vector<gesture> found;
    const bool lifts = phase == touch_phase::up;
    if (phase_ == phase::paired && (finger == leader_ || finger == second_))
        found = lifts ? part_pair(at) : move_pair(at);
    else if (finger == leader_)
        found = lifts ? up(where, at, measured) : move(where, at, measured);
    if (lifts)
        fingers_down_.erase(known);
    if (fingers_down_.empty())
        phase_ = phase::idle;
    return found;
}

std::vector<gesture> touch_recogniser::advance(milliseconds now)
{
    if (phase_ != phase::pressing || now < began_ + long_press_time)
        return {};
    phase_ = phase::held;
    held_ = true;
    return {make(gesture_kind::long_press, start_, began_ + long_press_time)};
}

void touch_recogniser::cancel()
{
    if (phase_ != phase::idle)
        phase_ = phase::over;
}

void touch_recogniser::down(int finger, place where, milliseconds at, milliseconds measured)
{
    if (fingers_down_.empty()) {
        phase_ = phase::pressing;
        leader_ = finger;
        most_fingers_ = 0;
        held_ = false;
        start_ = where;
        began_ = at;
        recent_.clear();
        remember(where, measured);
    } else if (phase_ == phase::pressing) {
        phase_ = phase::paired;
        second_ = finger;
        pair_moves_ = false;
        pair_.begin(fingers_down_.at(leader_), where);
    }
    fingers_down_.emplace(finger, where);
    most_fingers_ = std::max(most_fingers_, static_cast<int>(fingers_down_.size()));
}

std::vector<gesture> touch_recogniser::move(place where, milliseconds at, milliseconds measured)
{
    remember(where, measured);
    if (phase_ == phase::panning)
        return {make(gesture_kind::pan_move, where, at)};
    const bool waiting = phase_ == phase::pressing || phase_ == phase::held;
    if (!waiting || std::hypot(where.x - start_.x, where.y - start_.y) <= slop)
        return {};
    phase_ = phase::panning;
    return {make(gesture_kind::pan_begin, where, at)};
}

std::vector<gesture> touch_recogniser::up(place where, milliseconds at, milliseconds measured)
{
    std::vector<gesture> found;
    if (phase_ == phase::panning)
        remember(where, measured);
    else
        found = move(where, at, measured); // a finger may lift elsewhere than it was last seen
    if (phase_ == phase::pressing)
        found.push_back(make(gesture_kind::tap, start_, at));
    if (phase_ == phase::panning) {
        auto end = make(gesture_kind::pan_end, where, at);
        end.velocity = velocity(measured);
        found.push_back(end);
    }
    phase_ = phase::over; // fingers that are still down do nothing more
    return found;
}

std::vector<gesture> touch_recogniser::move_pair(milliseconds at)
{
    pair_.move(fingers_down_.at(leader_), fingers_down_.at(second_));
    if (!pair_.moves())
        return {};
    const bool first = !pair_moves_;
    pair_moves_ = true;
    return {
        make_of_pair(first ? gesture_kind::two_fingers_begin : gesture_kind::two_fingers_move, at)};
}

std::vector<gesture> touch_recogniser::part_pair(milliseconds at)
{
    auto found = move_pair(at); // a finger may lift elsewhere than it was last seen
    if (pair_moves_)
        found.push_back(make_of_pair(gesture_kind::two_fingers_end, at));
    phase_ = phase::over;
    return found;
}

gesture touch_recogniser::make(gesture_kind kind, place where, milliseconds at) const
{
    gesture out;
    out.kind = kind;
    out.start = start_;
    out.where = where;
    out.at = at;
    out.fingers = most_fingers_;
    out.began = began_;
    out.held = held_;
    return out;
}

gesture touch_recogniser::make_of_pair(gesture_kind kind, milliseconds at) const
{
    auto out = make(kind, pair_.middle(), at);
    out.start = pair_.start();
    out.pinched = pair_.pinches();
    out.rotated = pair_.turns();
    out.scale = pair_.scale();
    out.radians = pair_.radians();
    return out;
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
