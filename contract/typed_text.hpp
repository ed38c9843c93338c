// Validation of texts to type.
#pragma once

#include "contract/failure.hpp"
#include "link/text_actions.hpp"

#include <string_view>

namespace thimble::service {

inline constexpr std::size_t most_typed_keys = 100;          // characters, all of them ASCII
inline constexpr std::size_t most_typed_characters = 10'000; // with `auto`, any Unicode
inline constexpr std::size_t most_copied_characters = 100'000;

/// INVALID_ARGUMENT for `text`, with the position of the first character that will not do, counted
/// in characters from 0: one too many, one that is not ASCII where `auto` was not asked for, a
/// control character other than return ("\n") and tab ("\t"). With `auto` the control characters
/// beyond U+001F count as text.
result<void> check_typed_text(std::string_view text, link::typing_method how);

} // namespace thimble::service
