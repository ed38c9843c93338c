// Names as a person compares them: without regard to case and accents.
#pragma once

#include <string>
#include <string_view>

namespace thimble::service {

/// UTF-8 in lower case and without accents, in the Latin, Greek and Cyrillic alphabets; ligatures
/// are spelled out ("Œuvre" is "oeuvre"), combining marks left out. Everything else stays.
std::string folded(std::string_view text);

} // namespace thimble::service
