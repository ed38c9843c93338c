// The service's monotonic clock, as it is known here.
#pragma once

#include "link/command.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace thimble::daemon {

/// Welcome and heartbeats carry the service's clock, each late by its time on the way. The fastest
/// of the last few is taken, so the clock here is behind the service's by the least delay that was
/// seen: what has expired by it has expired.
///
/// A value over given times. A new link begins with a new one: the service may be another machine.
class service_clock {
public:
    using local_time = std::chrono::steady_clock::time_point;

    /// A message with this clock came at that local time.
    void heard(link::service_time clock, local_time now);

    /// The local time at which the service's clock shows `then`; nothing before anything was heard.
    std::optional<local_time> to_local(link::service_time then) const;

private:
    /// Enough to meet a fast one, few enough that two clocks do not drift apart meanwhile.
    static constexpr std::size_t remembered = 32;

    std::deque<std::chrono::steady_clock::duration> offsets_; // local time less the service's
};

} // namespace thimble::daemon
