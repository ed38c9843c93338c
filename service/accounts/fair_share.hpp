// Fair shares of a limit that several accounts use together.
#pragma once

#include <cstddef>
#include <vector>

namespace thimble::service {

/// The largest share for which all of `used`, each cut to it, fit into `total`: those who use less
/// leave the rest to the others. No limit (the largest value) where all of it fits.
std::size_t fair_share(std::vector<std::size_t> used, std::size_t total);

} // namespace thimble::service
