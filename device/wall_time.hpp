// Moments of the steady clock as the clock on the wall has them.
#pragma once

#include <chrono>

namespace thimble::device {

/// The same moment on the clock on the wall, as that goes now. Never later than that: the wall is
/// looked at first, so that a pause between both looks makes it older.
inline std::chrono::system_clock::time_point wall_time(std::chrono::steady_clock::time_point when)
{
    const auto wall = std::chrono::system_clock::now();
    const auto ago = std::chrono::steady_clock::now() - when;
    return wall - std::chrono::duration_cast<std::chrono::system_clock::duration>(ago);
}

} // namespace thimble::device
