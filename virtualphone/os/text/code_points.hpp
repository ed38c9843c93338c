// Steps through UTF-8 text: by code points, words and paragraphs.
#pragma once

#include <cstddef>
#include <string_view>

namespace thimble::virtualphone {

/// Half open, in bytes, at the beginnings of code points.
struct text_range {
    std::size_t from = 0;
    std::size_t to = 0;

    bool empty() const { return from == to; }
    std::size_t length() const { return to - from; }
    bool operator==(const text_range&) const = default;
};

bool continues_code_point(char byte);
std::size_t count_code_points(std::string_view text);

/// The beginning of the code point that the byte at `offset` belongs to; at most the end.
std::size_t boundary_at(std::string_view text, std::size_t offset);
std::size_t before(std::string_view text, std::size_t offset); // one code point earlier
std::size_t after(std::string_view text, std::size_t offset);  // one code point later

/// Where the word begins that `offset` is in or behind, with whatever lies between.
std::size_t word_start_before(std::string_view text, std::size_t offset);
/// Where the word ends that `offset` is in or before, with whatever lies between.
std::size_t word_end_after(std::string_view text, std::size_t offset);
/// The word that `offset` is in or touches; else the one before it in the paragraph; else nothing.
text_range word_at(std::string_view text, std::size_t offset);

/// Without the line break at its end.
text_range paragraph_at(std::string_view text, std::size_t offset);

} // namespace thimble::virtualphone
