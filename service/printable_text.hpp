// Text from outside that is going to stand on a person's terminal or page.
#pragma once

#include <string_view>

namespace thimble::service {

/// UTF-8 without control characters: no line ends, no tabs, nothing that a terminal obeys.
bool is_printable(std::string_view text);

} // namespace thimble::service
