#include "virtualphone/os/gestures/two_finger_tracker.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thimble::virtualphone {
namespace {

using std::numbers::pi;

constexpr double shortest_distance = 1; // points: fingers in one spot have no scale

double distance_between(place one, place other)
{
    return std::max(std::hypot(other.x - one.x, other.y - one.y), shortest_distance);
}

double direction_of(place one, place other)
{
    return std::atan2(other.y - one.y, other.x - one.x);
}

place middle_of(place one, place other)
{
    return {.x = (one.x + other.x) / 2, .y = (one.y + other.y) / 2};
}

} // namespace

void two_finger_tracker::begin(place one, place other)
{
    *this = {};
    distance_before_ = distance_ = distance_between(one, other);
    direction_ = direction_of(one, other);
    middle_before_ = middle_ = middle_of(one, other);
}

void two_finger_tracker::move(place one, place other)
{
    distance_ = distance_between(one, other);
    middle_ = middle_of(one, other);
    const double direction = direction_of(one, other);
    angle_ += std::remainder(direction - direction_, 2 * pi); // the shorter way round
    direction_ = direction;
    decide();
}

void two_finger_tracker::decide()
{
    const double spread = std::abs(distance_ - distance_before_);
    const double degrees = std::abs(angle_) * 180 / pi;
    const bool turned_first = turns_ && !pinches_;
    const double pinch_bar =
        turned_first ? std::max(pinch_slop, distance_before_ * pinch_slop_turning) : pinch_slop;
    const double turn_bar = pinches_ && !turns_ ? turn_slop_pinching : turn_slop;

    const double pinched = spread / pinch_bar;
    const double turned_by = degrees / turn_bar;
    const bool both_begin = !pinches_ && !turns_ && pinched > 1 && turned_by > 1;
    pinches_ = pinches_ || (pinched > 1 && !(both_begin && turned_by > pinched));
    turns_ = turns_ || (turned_by > 1 && !(both_begin && pinched >= turned_by));

    const double wandered = std::hypot(middle_.x - middle_before_.x, middle_.y - middle_before_.y);
    moves_ = moves_ || pinches_ || turns_ || wandered > pan_slop;
}

} // namespace thimble::virtualphone
