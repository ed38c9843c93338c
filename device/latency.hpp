// Times that were measured on a phone lately, and how they are spread.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace thimble::device {

/// Half of what was measured took no longer than `p50`, and 95 of 100 no longer than `p95`.
struct latency_spread {
    std::chrono::microseconds p50{};
    std::chrono::microseconds p95{};
    std::size_t count = 0;

    friend bool operator==(const latency_spread&, const latency_spread&) = default;
};

/// Of a phone's video in the last minutes; nothing where there was none of it.
struct video_figures {
    /// From an input's begin until the last packet of the first picture after it, where the screen
    /// had stood still before.
    std::optional<latency_spread> tap_to_picture;

    /// From a picture's last packet until it was decoded.
    std::optional<latency_spread> picture_age;

    friend bool operator==(const video_figures&, const video_figures&) = default;
};

} // namespace thimble::device
