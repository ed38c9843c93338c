// Text of an action on standard input, where no other process reads it.
#pragma once

#include <expected>
#include <istream>
#include <string>

namespace thimble::daemon {

/// Everything up to the end of the input, without its last line end; `a_line`: up to the end of a
/// line, as a person types. An error is a sentence, in which the text is not: there is none, or
/// too much.
std::expected<std::string, std::string> read_text(std::istream& from, bool a_line);

/// The same of the process's standard input; of a terminal a line that is not shown.
std::expected<std::string, std::string> read_standard_input();

} // namespace thimble::daemon
