#include "service/recordings/capture_times.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service {

namespace {

/// A first picture whose time is so far from ours was taken by another clock.
constexpr std::chrono::seconds same_clock{2};

} // namespace

/// By another clock what counts is when the first one came. It may have been taken long before: a
/// later one that was on its way for less time tells how far the clocks are apart.
capture_times::moment capture_times::of(moment captured_at, moment came)
{
    const auto age = came - captured_at;
    if (!std::exchange(decided_, true) && (age >= same_clock || age <= -same_clock))
        behind_ = age;
    if (behind_) {
        behind_ = std::min(*behind_, age);
        return captured_at + *behind_;
    }
    later_ = later_ || captured_at >= earliest_;
    return later_ ? captured_at : earliest_;
}

} // namespace thimble::service
