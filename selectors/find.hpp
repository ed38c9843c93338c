// Finds the element that a selector means, or says that it would be a guess.
#pragma once

#include "contract/failure.hpp"
#include "selectors/screen_element.hpp"

#include <span>
#include <string_view>

namespace thimble::service {

/// An element, and how sure it is the one (0 to 1).
struct match {
    const screen_element* element = nullptr;
    double confidence = 0;
};

/// A pure function. Exact texts come before those that are merely alike, visible elements before
/// hidden ones, and what can be touched before what only says something. Where several are equally
/// good and the selector does not say which, or none is good enough, the failure is
/// ELEMENT_NOT_FOUND with the nearest five as `candidates`. The match points into `on_screen`.
result<match> find(std::string_view selector, std::span<const screen_element> on_screen);

/// The same, where only an element's own text will do; a kind or a position alone will not.
result<match> find_exactly(std::string_view selector, std::span<const screen_element> on_screen);

/// ELEMENT_NOT_FOUND: nothing fits, and these are the nearest.
failure no_match(std::string_view selector, std::span<const screen_element> on_screen);

/// {"label","type","x","y","width","height"}; an element without a label goes by its identifier,
/// or else by its value.
nlohmann::ordered_json element_record(const screen_element& element);

/// The same of a match, with "source" and "confidence".
nlohmann::ordered_json match_record(const match& found, std::string_view source);

} // namespace thimble::service
