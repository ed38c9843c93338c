// How well a text fits an element.
#pragma once

#include "service/selectors/screen_element.hpp"

#include <string_view>

namespace thimble::service {

/// From 0 to 1. Below this, calling an element the one that is meant would be a guess.
constexpr double good_likeness = 0.72;

/// The text is the element's own. Below it, the likeness is one of letters and words.
constexpr double exact_likeness = 0.9;

/// How well a folded text names the element: 1 for its label, a little less for its value or
/// identifier, down to 0 for a text that has nothing in common with any of them.
double likeness(std::string_view folded_text, const screen_element& element);

} // namespace thimble::service
