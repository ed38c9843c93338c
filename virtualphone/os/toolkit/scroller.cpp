#include "virtualphone/os/toolkit/scroller.hpp"

#include <algorithm>
#include <cmath>

namespace thimble::virtualphone {
namespace {

// A coasting list keeps 0.998 of its speed every millisecond, so its speed falls to 1/e in this
// time.
constexpr double coast_seconds = 0.4995;
constexpr double rest_speed = 10; // points a second: slower than this is standing still
constexpr double glide_seconds = 0.35;
constexpr double page_flick_speed = 250; // points a second: enough to turn a page however short

} // namespace

void scroller::set_limit(double limit)
{
    limit_ = std::max(limit, 0.0);
    offset_ = std::clamp(offset_, 0.0, limit_);
}

void scroller::fit_pages(double length, std::size_t count)
{
    if (page_length_ == length)
        return;
    const int shown = page();
    page_length_ = length;
    set_limit(length * static_cast<double>(count - 1));
    jump_to(shown * length);
}

int scroller::page() const
{
    return page_length_ > 0 ? static_cast<int>(std::lround(offset_ / page_length_)) : 0;
}

void scroller::jump_to(double offset)
{
    motion_ = motion::none;
    move_to(offset);
}

void scroller::grab()
{
    motion_ = motion::none;
    grabbed_at_ = offset_;
}

void scroller::drag(double distance)
{
    move_to(offset_ - distance);
}

void scroller::release(double velocity, milliseconds at)
{
    began_ = at;
    from_ = offset_;
    if (page_length_ > 0) {
        const double page = std::round(grabbed_at_ / page_length_);
        double next = std::round(offset_ / page_length_);
        if (std::abs(velocity) > page_flick_speed)
            next = page - std::copysign(1.0, velocity);
        next = std::clamp(next, page - 1, page + 1);
        target_ = std::clamp(next * page_length_, 0.0, limit_);
        motion_ = target_ == offset_ ? motion::none : motion::gliding;
        return;
    }
    velocity_ = -velocity;
    motion_ = std::abs(velocity_) > rest_speed ? motion::coasting : motion::none;
}

bool scroller::advance(milliseconds now)
{
    if (motion_ == motion::none)
        return false;
    const double before = offset_;
    const double seconds = std::max((now - began_).count(), 0.0) / 1000;
    move_to(motion_ == motion::coasting ? coasted(seconds) : glided(seconds));

    const bool at_an_end = offset_ <= 0 || offset_ >= limit_;
    if (motion_ == motion::gliding && seconds >= glide_seconds)
        motion_ = motion::none;
    if (motion_ == motion::coasting &&
        (at_an_end || std::abs(velocity_) * std::exp(-seconds / coast_seconds) < rest_speed))
        motion_ = motion::none;
    return offset_ != before;
}

double scroller::coasted(double seconds) const
{
    // Not beyond the moment at which it comes to rest, however late it is looked at.
    const double rest = coast_seconds * std::log(std::abs(velocity_) / rest_speed);
    const double t = std::min(seconds, rest);
    return from_ + velocity_ * coast_seconds * (1 - std::exp(-t / coast_seconds));
}

double scroller::glided(double seconds) const
{
    const double t = std::min(seconds / glide_seconds, 1.0);
    const double eased = 1 - std::pow(1 - t, 3); // fast first, gentle at the end
    return t >= 1 ? target_ : from_ + (target_ - from_) * eased;
}

void scroller::move_to(double offset)
{
    offset_ = std::clamp(offset, 0.0, limit_);
}

} // namespace thimble::virtualphone
