// Estimate of the round-trip time, and the retransmission timeout from it: RFC 6298.
#pragma once

#include <chrono>
#include <optional>

namespace thimble::device::tunnel {

class round_trip {
public:
    using duration = std::chrono::steady_clock::duration;

    explicit round_trip(duration least) : least_(least) {}

    /// A segment that was sent once was acknowledged after that time.
    void sample(duration took);

    /// Nothing came in time: the next wait is twice as long.
    void back_off() { ++doubled_; }
    void answered() { doubled_ = 0; }

    /// Time to wait before something is sent again.
    duration limit() const;

private:
    duration least_;
    std::optional<duration> mean_;
    duration deviation_{};
    int doubled_ = 0;
};

} // namespace thimble::device::tunnel
