// The part of NSPredicate's language by which elements are looked for.
#pragma once

#include "virtualphone/wda/answer.hpp"
#include "virtualphone/wda/element_attributes.hpp"

#include <expected>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Attributes compared with literals by ==, =, !=, CONTAINS, BEGINSWITH and ENDSWITH, the words
/// also with [c]; AND, OR, NOT and parentheses. Anything else is refused as an invalid selector.
std::expected<element_test, refusal> read_predicate(std::string_view text);

} // namespace thimble::virtualphone::wda
