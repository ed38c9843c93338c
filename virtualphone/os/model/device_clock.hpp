// The time on a virtual phone.
#pragma once

#include "virtualphone/os/model/event_log.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>

namespace thimble::virtualphone {

/// Milliseconds since the phone was switched on. A phone's own waits take `factor` of their length
/// in real time, and the rest is skipped: the clock jumps ahead by it. With factor 0 a 500 ms hold
/// costs nothing and yet the phone has seen 500 ms go by.
class device_clock {
public:
    explicit device_clock(double factor = 1.0);

    milliseconds now() const;

    /// Lets `length` of the phone's time go by.
    boost::asio::awaitable<void> sleep(milliseconds length);

private:
    double factor_;
    std::chrono::steady_clock::time_point start_;
    milliseconds skipped_{0};
};

} // namespace thimble::virtualphone
