// A part of the screenshot as a query names it: "x,y,width,height".
#pragma once

#include "contract/parameter.hpp"
#include "screen/crop.hpp"

#include <optional>
#include <string_view>

namespace thimble::service::api {

/// The query parameter `region`; what does not read as one is an INVALID_ARGUMENT.
parameter region_parameter();

/// Nothing for what is not four integers, the last two of them at least 1.
std::optional<screen::area> parse_region(std::string_view text);

/// INVALID_ARGUMENT when it does not lie within a screenshot of this size.
result<void> check_region(const screen::area& part, screen::pixel_size shown);

} // namespace thimble::service::api
