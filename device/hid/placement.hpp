// From points of the upright interface to places on the panel.
#pragma once

#include "device/hid/report.hpp"
#include "gesture/touch_path.hpp"
#include "screen/geometry.hpp"

namespace thimble::device::hid {

/// For one interface as it is turned: a value. Its size is positive.
class placement {
public:
    explicit placement(const screen::interface& shown);

    /// Places outside give the nearest one of the panel.
    panel_place of(gesture::point where) const;

private:
    screen::geometry map_;
};

/// The path with what begins at an edge moved to the very edge: there, and no pixel further in, the
/// system takes a swipe for its own. A finger that does not move stays where it is.
gesture::touch_path begun_at_the_edge(gesture::touch_path path, screen::point_size interface);

} // namespace thimble::device::hid
