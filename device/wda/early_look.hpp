// A look at the interface that is made before its touch comes, and how long it is good for.
#pragma once

#include "screen/orientation.hpp"

#include <chrono>
#include <optional>
#include <utility>

namespace thimble::device::wda {

/// Knows no clock: each moment is told. A look may take longer than it is good for, and tells how
/// things stood at its end as well as one that the touch itself would have made. So its age counts
/// from its end.
class early_look {
public:
    using time = std::chrono::steady_clock::time_point;

    explicit early_look(std::chrono::milliseconds limit) : limit_(limit) {}

    /// Nothing is known until its end. `inputs_begun` so far.
    void begin(unsigned inputs_begun)
    {
        inputs_before_ = inputs_begun;
        seen_.reset();
    }

    void end(screen::point_size size, time now)
    {
        seen_ = size;
        ended_ = now;
    }

    /// The sight, once, of the input that is the last of those begun. Nothing if another one has
    /// come in between, or too much time.
    std::optional<screen::point_size> take(unsigned inputs_begun, time now)
    {
        const auto seen = std::exchange(seen_, std::nullopt);
        const bool next = inputs_before_ + 1 == inputs_begun;
        return next && now - ended_ <= limit_ ? seen : std::nullopt;
    }

private:
    std::chrono::milliseconds limit_;
    unsigned inputs_before_ = 0;
    std::optional<screen::point_size> seen_;
    time ended_;
};

} // namespace thimble::device::wda
