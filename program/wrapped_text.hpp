// Help that fits a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace thimble::service {

/// Columns of the terminal that standard output is; 0 where it is none.
std::size_t terminal_width();

/// Lines of more than `width` characters are broken at spaces; what follows begins below the
/// description of an option, which two spaces part from its name. 0: no line is too long.
std::string wrapped(const std::string& text, std::size_t width);

} // namespace thimble::service
