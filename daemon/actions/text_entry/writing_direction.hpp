// Writing direction of a text, after the Unicode bidirectional algorithm.
#pragma once

#include <string_view>

namespace thimble::daemon {

/// True if the last paragraph of `text` (UTF-8) is written from right to left, as in Arabic or
/// Hebrew: its first letter decides. False for a paragraph without letters.
bool ends_right_to_left(std::string_view text);

} // namespace thimble::daemon
