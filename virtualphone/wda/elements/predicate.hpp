// The part of NSPredicate's language by which elements are looked for.
#pragma once

#include "virtualphone/wda/elements/element_attributes.hpp"
#include "virtualphone/wda/protocol/answer.hpp"

#include <expected>
#include <string_view>

namespace thimble::virtualphone::wda {

/// Comparisons of attributes, their parts ("rect.x", "label.length") and literals by =, ==, !=, <>,
/// <, <=, >, >=, CONTAINS, BEGINSWITH, ENDSWITH, LIKE, MATCHES, IN and BETWEEN, the words also with
/// [c]; AND, OR, NOT and parentheses. Unreadable predicates and attributes that WebDriverAgent does
/// not know are unknown errors, as exceptions of NSPredicate are.
std::expected<element_test, refusal> read_predicate(std::string_view text);

} // namespace thimble::virtualphone::wda
