// Times that were measured lately.
#pragma once

#include "device/latency.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace thimble::device::media {

/// The newest of them, and none that is older than the window.
class latency_window {
public:
    using time = std::chrono::steady_clock::time_point;

    explicit latency_window(std::chrono::seconds width = std::chrono::seconds(300),
                            std::size_t most = 1'024)
        : width_(width), most_(most)
    {
    }

    void add(std::chrono::steady_clock::duration took, time now);

    /// Nothing where nothing was measured.
    std::optional<latency_spread> spread(time now) const;

private:
    struct sample {
        time at;
        std::chrono::microseconds took{};
    };

    std::chrono::seconds width_;
    std::size_t most_;
    std::deque<sample> samples_; // the oldest first
};

} // namespace thimble::device::media
