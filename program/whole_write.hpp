// Writes to descriptors that may take only a part at a time.
#pragma once

#include <string_view>

namespace thimble::service {

/// Blocks until all of `content` is written to the descriptor; false with errno where it cannot be.
bool write_all(int to, std::string_view content);

} // namespace thimble::service
