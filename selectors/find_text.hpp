// Finds the text that a selector means among what was read on a picture.
#pragma once

#include "screen/text_recognition.hpp"
#include "selectors/find.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Lines, and parts of them, as elements of the type "Text".
using text_elements = std::vector<screen_element>;

/// The part of what was read that can be named: lines of which every word is certain and that are
/// more than a letter.
text_elements named_texts(std::span<const screen::recognised_line> lines);

/// A text that was found, and how sure that is (0 to 1).
struct text_match {
    screen_element element;
    double confidence = 0;
};

/// A pure function. Only the same text will do, apart from case, accents and the form of quotation
/// marks; a whole line comes before words within lines. Where several are equally good, or the one
/// was not read with certainty, the failure is ELEMENT_NOT_FOUND: nobody knows more about a picture
/// than what can be read on it.
result<text_match> find_text(std::string_view selector,
                             std::span<const screen::recognised_line> lines);

} // namespace thimble::service
