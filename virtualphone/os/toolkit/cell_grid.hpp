// Layout of the cells of a scrolling grid.
#pragma once

#include "virtualphone/os/model/phone_values.hpp"

#include <cstddef>

namespace thimble::virtualphone {

/// Rows of equal cells, as many side by side as fit; in points.
class cell_grid {
public:
    /// `narrowest` is how narrow a cell may be, `taller` how much taller than wide it is; there
    /// are three columns at least.
    cell_grid(const rectangle& area, double narrowest, double taller, double gap);

    /// `scrolled`: how far the content has been pushed up.
    rectangle cell(std::size_t index, double scrolled) const;
    double height(std::size_t count) const;

private:
    rectangle area_;
    double gap_;
    std::size_t columns_;
    double width_;
    double height_;
};

} // namespace thimble::virtualphone
