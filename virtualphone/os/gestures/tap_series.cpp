#include "virtualphone/os/gestures/tap_series.hpp"

#include <cmath>
#include <utility>

namespace thimble::virtualphone {

int tap_series::count(const gesture& tap, std::string target)
{
    const bool near = std::hypot(tap.where.x - last_.x, tap.where.y - last_.y) <= slop;
    const bool goes_on = taps_ > 0 && taps_ < longest && near && target == target_ &&
                         tap.began - lifted_ <= longest_gap;
    taps_ = goes_on ? taps_ + 1 : 1;
    last_ = tap.where;
    lifted_ = tap.at;
    target_ = std::move(target);
    return taps_;
}

} // namespace thimble::virtualphone
