// Edit distance of two texts.
#pragma once

#include <cstddef>
#include <string_view>

namespace thimble::service {

/// Number of bytes that have to be added, left out or changed to make one of the other.
std::size_t edit_distance(std::string_view one, std::string_view other);

/// The same of a word that was typed, where two neighbours that have changed places count once:
/// "tpa" is one mistake away from "tap".
std::size_t typing_distance(std::string_view typed, std::string_view meant);

} // namespace thimble::service
