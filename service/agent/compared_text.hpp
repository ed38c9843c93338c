// A text in the form in which it is compared with secrets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// In lower case, without the characters that a phone or an agent may put between those of a value:
/// spaces, line ends, control characters, punctuation, symbols, combining and invisible marks.
struct compared_text {
    std::string text;
    std::vector<std::size_t> places; // of each byte of it, in the text that it was made of
};

/// Of UTF-8; bytes that are none stand for themselves. Linear in the length.
compared_text compared(std::string_view text);

} // namespace thimble::service::agent
