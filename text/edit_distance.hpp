// Edit distance of two texts.
#pragma once

#include <cstddef>
#include <string_view>

namespace thimble::service {

/// Number of bytes that have to be added, left out or changed to make one of the other.
std::size_t edit_distance(std::string_view one, std::string_view other);

} // namespace thimble::service
