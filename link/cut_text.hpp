// Texts for a person, cut where they are too long.
#pragma once

#include <cstddef>
#include <string>

namespace thimble::link {

/// The beginning of `text` that has at most `most` bytes and does not end within a character of
/// UTF-8.
std::string cut_text(std::string text, std::size_t most);

} // namespace thimble::link
