// Characters of texts in UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace thimble::service {

struct code_point {
    char32_t value = 0;
    std::size_t length = 0; // bytes
};

/// The first character of a text that is not empty; nothing where the bytes are not well-formed:
/// an overlong form, half a surrogate pair, beyond U+10FFFF, a character that is cut off.
std::optional<code_point> first_code_point(std::string_view text);

/// True for text that is well-formed throughout.
bool is_utf8(std::string_view text);

/// True for every byte but the second and later ones of a character.
constexpr bool begins_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

/// The number of code points in a well-formed text.
std::size_t character_count(std::string_view text);

/// The length, at most `most` bytes, of the longest beginning of `text` that does not end within a
/// character.
std::size_t whole_characters(std::string_view text, std::size_t most);

} // namespace thimble::service
