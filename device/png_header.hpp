// The size of a PNG by its header, for pictures that are passed on as they are.
#pragma once

#include "screen/picture.hpp"

#include <optional>
#include <span>

namespace thimble::device {

/// Nothing when it is no PNG, or one of a size that no phone has.
std::optional<screen::pixel_size> png_size(std::span<const std::byte> data);

} // namespace thimble::device
