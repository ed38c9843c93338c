// Text from outside that is going to stand on a person's terminal or page.
#pragma once

#include <string>
#include <string_view>

namespace thimble::service {

/// UTF-8 without control characters: no line ends, no tabs, nothing that a terminal obeys.
bool is_printable(std::string_view text);

/// The same text on one line, with a space in place of each control character and line separator;
/// empty where it is no UTF-8.
std::string printable(std::string_view text);

} // namespace thimble::service
