// Pictures of the screen reduced to what tells whether something has happened on it.
#pragma once

#include "screen/picture.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace thimble::device::coredevice {

/// A number for each cell of a grid over the screen; equal numbers are equal pixels.
struct screen_sight {
    std::vector<std::uint64_t> cells;

    friend bool operator==(const screen_sight&, const screen_sight&) = default;
};

/// Without the status bar, whose clock goes on by itself. Takes as long as decoding the picture:
/// for a worker. Nothing for what is no PNG: others have losses that are never the same twice.
std::optional<screen_sight> sight_of(const screen::picture& of);

/// The parts of a screen that have been seen to stand still. A caret that blinks or a clock leaves
/// the rest usable.
class still_screen {
public:
    /// Two sights, one after the other.
    still_screen(const screen_sight& first, const screen_sight& second);

    /// False where too much of it moves by itself: no change can be told from that.
    bool usable() const;

    /// True where more has changed since than a caret or a small clock does.
    bool changed_in(const screen_sight& later) const;

private:
    std::vector<std::uint64_t> cells_; // of the second sight
    std::vector<bool> still_;
};

} // namespace thimble::device::coredevice
