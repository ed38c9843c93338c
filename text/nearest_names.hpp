// The names that somebody may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Number of candidates that a refusal names.
inline constexpr std::size_t most_candidates = 5;

/// The places in `names` of those that are most like `wanted`, the likest first, at most
/// `most_candidates`: those that contain it before those with the fewest letters to change. Case
/// and accents do not count.
std::vector<std::size_t> nearest_names(std::string_view wanted,
                                       const std::vector<std::string>& names);

} // namespace thimble::service
