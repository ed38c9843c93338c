// Elements of a screen as a command's result has them.
#pragma once

#include "daemon/actions/screen_state/screen_elements.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <unordered_map>

namespace thimble::daemon {

/// The same element as one that was seen before has the same key, if it has any.
std::string identity_of(const service::screen_element& element);

/// Numbers of elements of a screen that have the same key.
using alike_counts = std::unordered_map<std::string, int>;
alike_counts count_alike(const screen_elements& seen);

/// The same for one of them.
int count_alike(const screen_elements& seen, const service::screen_element& one);

/// As far as there are any: label, type, x, y, width, height, enabled, value, identifier,
/// placeholder, focused, selected, on, traits, actions; and for whoever is to find it again
/// `unnamed` (the label is none of its own), `alike` (so many elements have its identity) and
/// `covered` (by an alert).
nlohmann::json element_json(const service::screen_element& element, int alike, bool covered);

nlohmann::json space_json(const link::coordinate_space& space);

} // namespace thimble::daemon
