// State of an element by its type, traits and value: on, selected, the actions that suit it.
#pragma once

#include "selectors/screen_element.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Of a switch whether it is on; nothing for what cannot be switched.
std::optional<bool> switched_on(const screen_element& element);

/// The chosen one of several: the tab that is shown, the segment that counts.
bool is_selected(const screen_element& element);

/// The actions of the REST contract that do something with elements of this type, the usual one
/// first; none with one that is not enabled.
std::vector<std::string_view> actions_on(std::string_view type, bool enabled);

} // namespace thimble::service
