// Texts for people in which a command for a terminal stands between backticks.
#pragma once

#include <string>

namespace thimble::service {

/// For where nothing sets a command off, and for words from outside, which mark none.
inline std::string without_marks(std::string text)
{
    std::erase(text, '`');
    return text;
}

} // namespace thimble::service
