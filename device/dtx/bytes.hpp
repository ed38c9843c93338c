// Bytes, and the bytes of somebody else.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace thimble::device::dtx {

using bytes = std::vector<std::byte>;
using byte_view = std::span<const std::byte>;

} // namespace thimble::device::dtx
