#include "virtualphone/os/toolkit/cell_grid.hpp"

#include <algorithm>

namespace thimble::virtualphone {

cell_grid::cell_grid(const rectangle& area, double narrowest, double taller, double gap)
    : area_(area), gap_(gap),
      columns_(static_cast<std::size_t>(std::max((area.width + gap) / (narrowest + gap), 3.0))),
      width_((area.width + gap) / static_cast<double>(columns_) - gap), height_(width_ + taller)
{
}

rectangle cell_grid::cell(std::size_t index, double scrolled) const
{
    const std::size_t column = index % columns_;
    const std::size_t row = index / columns_;
    return {.x = area_.x + static_cast<double>(column) * (width_ + gap_),
            .y = area_.y + static_cast<double>(row) * (height_ + gap_) - scrolled,
            .width = width_,
            .height = height_};
}

double cell_grid::height(std::size_t count) const
{
    const std::size_t rows = (count + columns_ - 1) / columns_;
    return static_cast<double>(rows) * (height_ + gap_);
}

} // namespace thimble::virtualphone
