#include "virtualphone/wda/automation/event_record.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace thimble::virtualphone::wda {

namespace {

constexpr milliseconds sample_interval{1000.0 / 60};

} // namespace

void finger_path::add(touch_phase phase, milliseconds at)
{
    steps_.push_back({at, finger_step{finger_, phase, position_}});
}

void finger_path::down(place where, milliseconds at)
{
    position_ = where;
    down_ = true;
    add(touch_phase::down, at);
}

void finger_path::move(place to, milliseconds begin, milliseconds length)
{
    const place from = position_;
    const int samples = std::max(1, static_cast<int>(std::ceil(length / sample_interval)));
    for (int sample = 1; sample <= samples; ++sample) {
        const double part = static_cast<double>(sample) / samples;
        position_ = sample == samples
                        ? to
                        : place{std::lerp(from.x, to.x, part), std::lerp(from.y, to.y, part)};
        add(touch_phase::move, begin + length * part);
    }
}

void finger_path::up(milliseconds at)
{
    down_ = false;
    add(touch_phase::up, at);
}

event_record in_parallel(const event_record& first, const event_record& second)
{
    event_record both;
    both.length = std::max(first.length, second.length);
    std::ranges::merge(first.steps, second.steps, std::back_inserter(both.steps), {},
                       &timed_step::at, &timed_step::at);
    return both;
}

} // namespace thimble::virtualphone::wda
